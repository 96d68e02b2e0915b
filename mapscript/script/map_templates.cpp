// SPDX-License-Identifier: MIT
// Pages: the map's and its query results' templates, results as GML.
#include "mapfile/substitute.hpp"
#include "ows/features/gml.hpp"
#include "ows/template/file.hpp"
#include "ows/template/legend.hpp"
#include "ows/template/query_page.hpp"
#include "script/drawing.hpp"
#include "script/image.hpp"
#include "script/output_buffer.hpp"
#include "script/request.hpp"
#include "script/selection.hpp"
#include "script/services.hpp"

namespace ms::script {

namespace {

/// A script's values as the parameters of an artificial request.
http::Request request_with(std::vector<std::string> const& names,
                           std::vector<std::string> const& values, int count)
{
    auto const requested = count < 0 ? names.size() : static_cast<std::size_t>(count);
    fail_if(names.size() != values.size() || requested > names.size(), MS_WEBERR,
            "processTemplate()", "There must be as many values as there are names.");
    http::Request request;
    for (std::size_t i = 0; i < requested; ++i) {
        request.parameters.append(names[i], values[i]);
    }
    return request;
}

/// \param expand (ows::tmpl::Page) to a text
template <typename Expand>
std::string expand_page(mapObj& map, http::Request const& request, render::Selection const& shown,
                        Expand expand)
{
    auto const frozen = map.freeze();
    auto const view = query_view(*frozen);
    return with_services([&](render::Services const& services) -> std::string {
        ows::Call const call{request, frozen, services, process().settings};
        return expand(ows::tmpl::Page{.call = call, .view = view, .selection = shown});
    });
}

/// The images of a page, under IMAGEPATH: [img], [legend], [scalebar] and [ref] are their
/// addresses.
void save_images(mapObj& map, http::Parameters& parameters)
{
    auto const add = [&](char const* name, bool is_on, auto draw) {
        if (is_on) {
            parameters.append(name, draw()->saveWebImage().str());
        }
    };
    add("img", map.block.status, [&] { return map.draw(); });
    add("legend", map.legend.block.status == mapfile::Status::On, [&] { return map.drawLegend(); });
    add("scalebar", map.scalebar.block.status == mapfile::Status::On,
        [&] { return map.drawScalebar(); });
    add("ref", map.reference.block.status == mapfile::Status::On,
        [&] { return map.drawReferenceMap(); });
}

/// Under IMAGEPATH. \return its address
std::string save_icon(mapObj& map, ows::tmpl::IconRequest const& icon)
{
    auto& layer = *map.layers[icon.layer];
    auto const image = layer.classes[icon.drawn_class]->createLegendIcon(
        map, layer, icon.size.width, icon.size.height);
    return image->saveWebImage().str();
}

} // namespace

Text mapObj::process_template(int bGenerateImages, std::vector<std::string> const& names,
                              std::vector<std::string> const& values, int numentries)
{
    fail_if(web.block.template_path.empty(), MS_WEBERR, "msReturnPage()", "No template specified");
    auto request = request_with(names, values, numentries);
    if (bGenerateImages != MS_FALSE) {
        save_images(*this, request.parameters);
    }
    return expand_page(*this, request, selection_of(*this), [](ows::tmpl::Page const& page) {
        auto const& map = *page.call.map;
        return ows::tmpl::expand(ows::tmpl::parse(ows::tmpl::load(map, map.web.template_path)),
                                 page);
    });
}

Text mapObj::process_query_template(std::vector<std::string> const& names,
                                    std::vector<std::string> const& values, int numentries)
{
    auto const request = request_with(names, values, numentries);
    auto const selection = selection_of(*this);
    if (selection.layers.empty()) {
        return Text{""};
    }
    return expand_page(*this, request, selection, [](ows::tmpl::Page const& page) {
        auto const response = ows::tmpl::query_page(page, page.call.map->web.query_format);
        return std::string{http::body_text(response)};
    });
}

Text mapObj::process_legend_template(std::vector<std::string> const& names,
                                     std::vector<std::string> const& values, int numentries)
{
    auto const request = request_with(names, values, numentries);
    if (legend.block.template_path.empty()) {
        return {};
    }
    ows::tmpl::LegendTerms terms{
        .icon_address = [this](auto const& icon) { return save_icon(*this, icon); }};
    for (auto const& layer : freeze()->layers) {
        terms.statuses.push_back(layer.status);
    }
    // Not within with_services(): icons are drawn as the page is written.
    auto const frozen = freeze();
    auto const view = query_view(*frozen);
    Deadline const deadline;
    auto const services = services_of(process(), deadline);
    ows::Call const call{request, frozen, services, process().settings};
    render::Selection const nothing;
    return ows::tmpl::legend(
        ows::tmpl::parse(ows::tmpl::load(*frozen, frozen->legend.template_path)),
        {.call = call, .view = view, .selection = nothing}, terms);
}

int mapObj::saveQueryAsGML(Text const& filename, Text const&)
{
    auto const selection = selection_of(*this);
    auto const frozen = freeze();
    auto const crs = query_view(*frozen).crs;
    http::Request const request;
    auto const document = with_services([&](render::Services const& services) {
        ows::Call const call{request, frozen, services, process().settings};
        return ows::gml_document(call, crs, "text/xml", selection);
    });
    write_file(path_of(filename), http::body_text(document),
               {MS_IOERR, "msGMLWriteQuery()", '(' + filename.str() + ')'});
    return MS_SUCCESS;
}

} // namespace ms::script
