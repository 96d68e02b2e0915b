// SPDX-License-Identifier: MIT
#include "ows/template/query_page.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/substitute.hpp"
#include "ows/common/attachment.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/features/vector_file.hpp"
#include "ows/template/file.hpp"

#include <algorithm>

namespace ms::ows::tmpl {

namespace {

mapfile::OutputFormat const* find_format(mapfile::Map const& map, std::string_view text)
{
    for (auto const member : {&mapfile::OutputFormat::name, &mapfile::OutputFormat::mime_type}) {
        auto const found = std::ranges::find_if(map.output_formats, [&](auto const& format) {
            return !text.empty() && equals_ignoring_case(format.*member, text);
        });
        if (found != map.output_formats.end()) {
            return &*found;
        }
    }
    return nullptr;
}

/// A page of several templates.
class Templates {
public:
    /// \param head of the answer
    Templates(Page const& page, http::Response head)
        : m_page(page), m_text(page.call, std::move(head)), m_files(*page.call.map),
          m_joins(page, m_files)
    {}

    void add(std::string const& name, Place const& place = {})
    {
        if (name.empty()) {
            return;
        }
        expand(m_files.nodes(name), m_page, place, m_joins, m_text);
        m_text.pass_on();
    }

    [[nodiscard]] http::Response finish() { return m_text.finish(); }

private:
    Page const& m_page;
    GrowingText m_text;
    TemplateFiles m_files;
    Joins m_joins;
};

std::string const& template_of(mapfile::Layer const& layer, std::int32_t number)
{
    if (number >= 0) {
        auto const& of_class = layer.classes[static_cast<std::size_t>(number)].template_path;
        if (!of_class.empty()) {
            return of_class;
        }
    }
    return layer.template_path;
}

/// MapServer's footer belongs to the layer at which its loop over layers ended without features:
/// then [cl], [nlr], [rn] and [lrn] have a value there.
Place behind_all(Page const& page)
{
    auto const& layers = page.call.map->layers;
    auto const& picked = page.selection.layers;
    bool const ends_with_features = !picked.empty() && picked.back().layer + 1 == layers.size();
    Place place;
    if (!layers.empty() && !ends_with_features) {
        place.empty_layer = layers.back().name;
    }
    return place;
}

/// Headers, features and footers one after the other.
http::Response nested_pages(Page const& page, http::Response head)
{
    auto const& web = page.call.map->web;
    Templates templates{page, std::move(head)};
    templates.add(web.header);
    for (auto const& picked : page.selection.layers) {
        auto const& layer = picked.definition;
        templates.add(layer.header, {.layer = &picked});
        Place place{.layer = &picked};
        render::PickedReader reader{picked};
        while ((place.found = reader.next()) != nullptr) {
            page.call.services.deadline.check();
            for (place.row = 0; place.row < place.found->size(); ++place.row) {
                ++place.number;
                templates.add(template_of(layer, place.found->classes[place.row]), place);
            }
        }
        templates.add(layer.footer, {.layer = &picked, .is_behind = true});
    }
    templates.add(web.footer, behind_all(page));
    return templates.finish();
}

/// As in MapServer a client may choose the page's MIME type, except types with scripts and invalid
/// ones.
bool is_harmless(std::string_view type)
{
    constexpr std::size_t longest = 255; // RFC 6838, 4.2: twice 127, and a slash
    constexpr std::string_view punctuation = "/+-._;= ";
    auto const is_of_type = [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               punctuation.find(c) != std::string_view::npos;
    };
    return type.size() <= longest && std::ranges::all_of(type, is_of_type) &&
           find_ignoring_case(type, "script") == std::string::npos;
}

http::Response formatted(Page const& page, mapfile::OutputFormat const& format)
{
    if (is_vector_file(format)) {
        return vector_file(page.call, page.view.crs, page.selection, format);
    }
    if (!equals_ignoring_case(format.driver, "TEMPLATE")) {
        throw ServiceException{
            "InvalidFormat", "OUTPUTFORMAT \"" + format.name +
                                 "\" is not a format of queries: DRIVER must be TEMPLATE or OGR."};
    }
    auto const* const file = format.options.find("FILE");
    if (file == nullptr) {
        throw Error{ErrorKind::BadMapfile,
                    "OUTPUTFORMAT \"" + format.name + "\": FORMATOPTION \"FILE=...\" is missing"};
    }
    auto head =
        http::text_response(200, format.mime_type.empty() ? "text/html" : format.mime_type, {});
    append_attachment(head, format);
    Templates templates{page, std::move(head)};
    templates.add(*file);
    return templates.finish();
}

} // namespace

http::Response query_page(Page const& page, std::string_view format)
{
    if (auto const* const found = find_format(*page.call.map, format)) {
        return formatted(page, *found);
    }
    auto const type = format.empty() ? std::string_view{"text/html"} : format;
    if (!is_harmless(type)) {
        throw ServiceException{"InvalidFormat", "The format is not a type of pages."};
    }
    return nested_pages(page, http::text_response(200, std::string{type}, {}));
}

} // namespace ms::ows::tmpl
