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
#include <map>

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

/// Templates of one page, each read once.
class Templates {
public:
    explicit Templates(Page const& page) : m_page(page) {}

    std::string expanded(std::string const& name, Place const& place = {})
    {
        auto found = m_parsed.find(name);
        if (found == m_parsed.end()) {
            found = m_parsed.emplace(name, parse(load(*m_page.call.map, name))).first;
        }
        return expand(found->second, m_page, place);
    }

private:
    Page const& m_page;
    std::map<std::string, std::vector<Node>> m_parsed;
};

std::string const& template_of(render::PickedLayer const& picked, std::size_t row)
{
    auto const& layer = picked.definition;
    auto const number = picked.classes[row];
    if (number >= 0) {
        auto const& of_class = layer.classes[static_cast<std::size_t>(number)].template_path;
        if (!of_class.empty()) {
            return of_class;
        }
    }
    return layer.template_path;
}

/// Headers, features and footers one after the other.
std::string nested_pages(Page const& page)
{
    auto const& web = page.call.map->web;
    Templates templates{page};
    std::string body;
    auto const add = [&](std::string const& name, Place const& place) {
        if (!name.empty()) {
            body += templates.expanded(name, place);
        }
    };
    add(web.header, {});
    std::size_t number = 0;
    for (auto const& picked : page.selection.layers) {
        add(picked.definition.header, {.layer = &picked});
        for (std::size_t row = 0; row < picked.features.size(); ++row) {
            add(template_of(picked, row), {.layer = &picked, .row = row, .number = ++number});
        }
        add(picked.definition.footer, {.layer = &picked, .is_behind = true});
    }
    add(web.footer, {});
    return body;
}

/// As in MapServer a client may choose the page's MIME type, except types with scripts and invalid
/// ones.
bool is_harmless(std::string_view type)
{
    constexpr std::string_view punctuation = "/+-._;= ";
    auto const is_of_type = [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               punctuation.find(c) != std::string_view::npos;
    };
    return std::ranges::all_of(type, is_of_type) &&
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
    auto response =
        http::text_response(200, format.mime_type.empty() ? "text/html" : format.mime_type,
                            Templates{page}.expanded(*file));
    append_attachment(response, format);
    return response;
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
    return http::text_response(200, std::string{type}, nested_pages(page));
}

} // namespace ms::ows::tmpl
