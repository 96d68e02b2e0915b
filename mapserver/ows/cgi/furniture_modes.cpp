// SPDX-License-Identifier: MIT
#include "ows/cgi/furniture_modes.hpp"

#include "base/base64.hpp"
#include "base/string.hpp"
#include "ows/cgi/form.hpp"
#include "ows/cgi/image_answer.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/images/image_response.hpp"
#include "ows/template/file.hpp"
#include "render/core/output.hpp"
#include "render/query/class_hits.hpp"
#include "render/surround/legend.hpp"
#include "render/surround/reference_map.hpp"
#include "render/surround/scale_bar.hpp"

#include <algorithm>

namespace ms::ows::cgi {

namespace {

/// keysize "width height", within the limits of KEYSIZE.
std::optional<mapfile::Size> key_size_of(http::Parameters const& parameters)
{
    auto const* const text = parameters.last("keysize");
    if (text == nullptr) {
        return std::nullopt;
    }
    auto const words = split_words(*text);
    if (words.size() != 2) {
        refuse("commonLoadForm", "Not enough arguments for keysize.");
    }
    auto const width = parse_int(words[0]);
    auto const height = parse_int(words[1]);
    if (!width || !height || *width < 5 || *width > 1000 || *height < 5 || *height > 1000) {
        refuse("commonLoadForm", "Legend keysize out of range.");
    }
    return mapfile::Size{*width, *height};
}

render::LegendRequest legend_request(Call const& call, render::Viewport const& view)
{
    render::LegendRequest request;
    request.layers = layers_of(call.parameters(), *call.map);
    request.scale_denominator = view.scale_denominator;
    request.resolution = view.resolution;
    request.key_size = key_size_of(call.parameters());
    request.substitutions = substitutions(call.parameters());
    return request;
}

http::Response draw_legend(Call const& call, render::LegendRequest const& request)
{
    auto format = image_format(call);
    auto const setting = render::setting_of(format, call.map->legend.transparent);
    return image_response(call, render::legend_image(*call.map, request, setting, call.services),
                          format, request.resolution);
}

struct Icon {
    std::size_t layer = 0;
    std::size_t class_index = 0;
};

/// icon "layer,class": a layer by name, and the number of its class.
Icon find_icon(Call const& call)
{
    auto const* const text = call.parameters().last("icon");
    if (text == nullptr || text->empty()) {
        refuse("mapserv", "Mode=LEGENDICON requires an icon parameter.");
    }
    auto const words = split(*text, ',');
    auto const& layers = call.map->layers;
    auto const name = words.front();
    auto const found = std::ranges::find_if(layers, [&](mapfile::Layer const& layer) {
        return equals_ignoring_case(layer.name, name);
    });
    if (found == layers.end()) {
        refuse("mapserv",
               "Icon layer=" + std::string{name.substr(0, 100)} + " not found in mapfile.");
    }
    auto const number = words.size() > 1 ? parse_int(words[1]) : std::optional{0};
    auto const count = static_cast<int>(found->classes.size());
    if (words.size() > 2 || !number || *number < 0 || *number >= count) {
        refuse("mapserv", "Icon class=" + std::string{words.back().substr(0, 100)} +
                              " not found in layer=" + found->name + ".");
    }
    return {static_cast<std::size_t>(found - layers.begin()), static_cast<std::size_t>(*number)};
}

render::ClassHits hits_of(Call const& call, render::Viewport const& view,
                          std::vector<render::LayerChoice> const& layers)
{
    return render::find_class_hits(*call.map, view, layers, substitutions(call.parameters()),
                                   call.services);
}

enum class Shown { Always, WithFeaturesOnly };

/// LEGEND TEMPLATE instead of an image.
http::Response legend_answer(Call const& call, Shown shown)
{
    auto const view = image_view(call);
    std::optional<render::ClassHits> hits;
    if (shown == Shown::WithFeaturesOnly) {
        hits = hits_of(call, view, layers_of(call.parameters(), *call.map));
    }
    render::Selection const nothing;
    return http::text_response(200, call.map->web.legend_format,
                               legend_page(call, {.call = call, .view = view, .selection = nothing},
                                           hits ? &*hits : nullptr));
}

http::Response draw_icon(Call const& call, Shown shown)
{
    auto const& map = *call.map;
    auto const icon = find_icon(call);
    auto const view = image_view(call);
    auto const& layer = map.layers[icon.layer];
    auto class_drawn = layer.classes[icon.class_index];
    if (shown == Shown::WithFeaturesOnly &&
        !hits_of(call, view, {{.layer = icon.layer, .class_group = {}, .filter = {}}})
             .contains(icon.layer, icon.class_index)) {
        class_drawn.styles.clear(); // an empty key
        class_drawn.labels.clear();
        class_drawn.key_image.clear();
    }
    auto format = image_format(call);
    auto const setting = render::setting_of(format, map.legend.transparent);
    return image_response(call,
                          render::icon_image(map, layer, class_drawn, legend_request(call, view),
                                             setting, call.services),
                          format, view.resolution);
}

} // namespace

std::string legend_page(Call const& call, tmpl::Page const& page, render::ClassHits const* hits)
{
    auto const& map = *call.map;
    auto const shown = layers_of(call.parameters(), map);
    tmpl::LegendTerms terms{
        .icon_address = [&call](auto const& icon) { return icon_address(call, icon); },
        .hits = hits};
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        bool const is_shown =
            std::ranges::find(shown, i, &render::LayerChoice::layer) != shown.end();
        terms.statuses.push_back(map.layers[i].status == mapfile::Status::Default
                                     ? mapfile::Status::Default
                                 : is_shown ? mapfile::Status::On
                                            : mapfile::Status::Off);
    }
    return tmpl::legend(tmpl::parse(tmpl::load(map, map.legend.template_path)), page, terms);
}

http::Response legend(Call const& call)
{
    if (!call.map->legend.template_path.empty()) {
        return legend_answer(call, Shown::Always);
    }
    return draw_legend(call, legend_request(call, image_view(call)));
}

http::Response map_legend(Call const& call)
{
    if (!call.map->legend.template_path.empty()) {
        return legend_answer(call, Shown::WithFeaturesOnly);
    }
    auto const view = image_view(call);
    auto request = legend_request(call, view);
    auto const hits = hits_of(call, view, *request.layers);
    request.hits = &hits;
    return draw_legend(call, request);
}

http::Response legend_icon(Call const& call)
{
    return draw_icon(call, Shown::Always);
}

http::Response map_legend_icon(Call const& call)
{
    return draw_icon(call, Shown::WithFeaturesOnly);
}

std::string icon_address(Call const& call, tmpl::IconRequest const& icon)
{
    auto const& map = *call.map;
    auto const& layer = map.layers.at(icon.layer);
    auto format = render::find_output_format(map, "png");
    auto const setting = render::setting_of(format, map.legend.transparent);
    render::LegendRequest request{.key_size = icon.size};
    auto const image = render::draw_icon(map, layer, layer.classes.at(icon.drawn_class), request,
                                         setting, call.services);
    return "data:image/png;base64," +
           to_base64(
               render::encode(image.view(), format, {.dpi = static_cast<int>(request.resolution)}));
}

http::Response scale_bar(Call const& call)
{
    auto format = image_format(call);
    auto const view = image_view(call);
    auto const setting = render::setting_of(
        format, render::transparency_of(call.map->scale_bar, render::canvas_of(format)));
    return image_response(call, render::scale_bar_image(*call.map, view, setting, call.services),
                          format, view.resolution);
}

http::Response reference(Call const& call)
{
    if (call.map->reference.image.empty()) {
        throw ServiceException{"", "msDrawReferenceMap(): General error message. Reference map "
                                   "configuration error."};
    }
    auto format = image_format(call);
    auto const view = image_view(call);
    auto const setting = render::setting_of(format, {});
    return image_response(call, render::draw_reference_map(*call.map, view, setting, call.services),
                          format, view.resolution);
}

} // namespace ms::ows::cgi
