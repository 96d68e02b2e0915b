// SPDX-License-Identifier: MIT
// Pages: the map's and its query results' templates, results as GML.
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

/// What a page is made with: the map as it is now, its view, and the services of the process.
struct PageMaker {
    PageMaker(mapObj& map, http::Request const& request)
        : frozen(map.freeze()), call{request, frozen, services, process().settings}
    {}

    [[nodiscard]] ows::tmpl::Page page(render::Selection const& shown) const
    {
        return {.call = call, .view = view, .selection = shown};
    }

    std::shared_ptr<mapfile::Map const> frozen;
    render::Viewport view = query_view(*frozen);
    Deadline deadline;
    render::Services services = services_of(process(), deadline);
    ows::Call call;
};

std::vector<ows::tmpl::Node> template_of(mapfile::Map const& map, std::string const& path)
{
    return ows::tmpl::parse(ows::tmpl::load(map, path));
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
    auto const selection = selection_of(*this);
    PageMaker const maker{*this, request};
    Unlocked const unlocked;
    return ows::tmpl::expand(template_of(*maker.frozen, maker.frozen->web.template_path),
                             maker.page(selection));
}

Text mapObj::process_query_template(std::vector<std::string> const& names,
                                    std::vector<std::string> const& values, int numentries)
{
    auto const request = request_with(names, values, numentries);
    auto const selection = selection_of(*this);
    if (selection.layers.empty()) {
        return Text{""};
    }
    PageMaker const maker{*this, request};
    Unlocked const unlocked;
    auto const response =
        ows::tmpl::query_page(maker.page(selection), maker.frozen->web.query_format);
    return std::string{http::body_text(response)};
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
    PageMaker const maker{*this, request};
    for (auto const& layer : maker.frozen->layers) {
        terms.statuses.push_back(layer.status);
    }
    render::Selection const nothing;
    // With the interpreter's lock: icons are drawn as the page is written.
    return ows::tmpl::legend(template_of(*maker.frozen, maker.frozen->legend.template_path),
                             maker.page(nothing), terms);
}

int mapObj::saveQueryAsGML(Text const& filename, Text const&)
{
    auto const selection = selection_of(*this);
    http::Request const request;
    PageMaker const maker{*this, request};
    auto const document = [&] {
        Unlocked const unlocked;
        return ows::gml_document(maker.call, maker.view.crs, "text/xml", selection);
    }();
    write_file(path_of(filename), http::body_text(document),
               {MS_IOERR, "msGMLWriteQuery()", '(' + filename.str() + ')'});
    return MS_SUCCESS;
}

} // namespace ms::script
