// SPDX-License-Identifier: MIT
// [img], [legend], [scalebar], [ref]: MapServer writes files and links to them; here they link to
// the CGI modes that draw the same map, so that no file has to be stored or removed.
#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "http/query_string.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/template/escape.hpp"
#include "ows/template/values.hpp"
#include "render/core/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::ows::tmpl {

namespace {

struct Image {
    std::string_view tag;
    std::string_view mode;
};

constexpr std::array images{
    Image{"img", "map"},
    Image{"legend", "legend"},
    Image{"scalebar", "scalebar"},
    Image{"ref", "reference"},
};

/// Whether the map takes a value of this name from requests.
bool is_substitution(mapfile::Map const& map, std::string_view name)
{
    return map.web.validation.find(name) != nullptr ||
           std::ranges::any_of(map.layers, [&](mapfile::Layer const& layer) {
               return layer.validation.find(name) != nullptr;
           });
}

std::string address_of(Page const& page, std::string_view mode)
{
    auto const& box = page.view.extent;
    auto url = online_resource(page.call) + "mode=" + std::string{mode};
    auto const append = [&](std::string_view name, std::string const& value) {
        url += fmt::format("&{}={}", percent_encode(name), percent_encode(value));
    };
    append("layers", shown_layer_names(page));
    append("mapext", fmt::format("{} {} {} {}", box.min_x, box.min_y, box.max_x, box.max_y));
    append("mapsize", fmt::format("{} {}", page.view.width, page.view.height));
    for (auto const& [name, value] : page.call.parameters().entries()) {
        if (is_substitution(*page.call.map, name)) {
            append(name, value);
        }
    }
    return url;
}

/// [img] of a query: the same query, answered with its image.
std::string address_of_query(Page const& page, std::string const& format)
{
    auto url = online_resource(page.call);
    for (auto const& [name, value] : page.call.parameters().entries()) {
        if (!equals_ignoring_case(name, "map") && !equals_ignoring_case(name, "qformat")) {
            url += fmt::format("{}={}&", percent_encode(name), percent_encode(value));
        }
    }
    auto const name = format.empty() ? render::find_output_format(*page.call.map, "").name : format;
    return url + "qformat=" + percent_encode(name);
}

} // namespace

std::optional<std::string> image_value(Page const& page, Tag const& tag)
{
    auto const* const found = std::ranges::find_if(
        images, [&](Image const& row) { return equals_ignoring_case(row.tag, tag.name); });
    // Scripts that save images set parameters of these names to their URLs.
    bool const has_none = found == images.end() ||
                          page.call.parameters().last(tag.name) != nullptr ||
                          (found->mode == "reference" && page.call.map->reference.image.empty());
    if (has_none) {
        return std::nullopt;
    }
    auto const address = page.query_image && found->mode == "map"
                             ? address_of_query(page, *page.query_image)
                             : address_of(page, found->mode);
    return escaped(address, tag.find("escape"));
}

} // namespace ms::ows::tmpl
