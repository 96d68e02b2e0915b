// SPDX-License-Identifier: MIT
#include "ows/wms/drawing.hpp"

#include "base/string.hpp"
#include "mapfile/map_index.hpp"
#include "mapfile/substitute.hpp"
#include "ows/common/access.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/wms/class_groups.hpp"
#include "ows/wms/dimensions.hpp"
#include "ows/wms/formats.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/reference_system.hpp"
#include "ows/wms/time_dimension.hpp"
#include "ows/wms/wms_exception.hpp"
#include "render/core/output.hpp"
#include "sld/filter_context.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace ms::ows::wms {

namespace {

using render::LayerChoice;

/// The layers that one name of LAYERS draws.
std::vector<LayerChoice> choose(mapfile::Map const& map, std::string const& name,
                                std::string const& style, std::string_view operation)
{
    auto const layers = layers_named(map, name, operation);
    if (!style.empty()) {
        check_style(map, layers, style);
    }
    // MapServer checks the styles of layers and groups, not of the whole map.
    bool const is_whole_map = equals_ignoring_case(name, root_name(map));
    std::vector<LayerChoice> choices;
    for (auto const index : layers) {
        auto group = is_whole_map ? std::string{} : class_group_of(map.layers[index], style);
        choices.push_back({.layer = index, .class_group = std::move(group), .filter = {}});
    }
    return choices;
}

/// MapServer draws layers of STATUS DEFAULT first and in the order of the mapfile, requested or
/// not; the others follow as LAYERS has them.
void sort_as_drawn(std::vector<LayerChoice>& choices, mapfile::Map const& map)
{
    std::ranges::stable_sort(choices, {}, [&](LayerChoice const& choice) {
        bool const is_always = map.layers[choice.layer].status == mapfile::Status::Default;
        return is_always ? choice.layer : map.layers.size();
    });
}

/// Layers that are always drawn, unless they are among the requested ones.
std::vector<LayerChoice> always_drawn(mapfile::Map const& map,
                                      std::vector<LayerChoice> const& requested)
{
    std::set<std::size_t> requested_layers;
    for (auto const& choice : requested) {
        requested_layers.insert(choice.layer);
    }
    std::vector<LayerChoice> choices;
    auto const index = mapfile::index_of(map);
    for (auto const i : index->always_drawn) {
        if (!requested_layers.contains(i) && is_enabled(map, map.layers[i], "GetMap")) {
            choices.push_back({.layer = i, .class_group = {}, .filter = {}});
        }
    }
    return choices;
}

/// A FILTER as the expressions of layers. It is translated once for all layers for which it means
/// the same, and counts for each of them: drawing compiles it for each.
class LayerFilter {
public:
    LayerFilter(mapfile::Map const& map, Budget* budget) : m_map(map), m_budget(budget) {}

    expr::Expression const& of_layer(XmlNode const& filter, mapfile::Layer const& layer)
    {
        auto const [found, is_new] = m_translated.try_emplace(sld::filter_meaning(m_map, layer));
        auto& [expression, bytes] = found->second;
        if (is_new) {
            auto const before = kept_bytes();
            auto context = sld::filter_context(m_map, layer);
            context.budget = m_budget;
            expression = fes::parse_filter(filter, context);
            bytes = kept_bytes() - before;
        } else if (m_budget != nullptr) {
            m_budget->keep(bytes);
        }
        return expression;
    }

private:
    struct Translated {
        expr::Expression expression;
        std::size_t bytes = 0;
    };

    [[nodiscard]] std::size_t kept_bytes() const noexcept
    {
        return m_budget == nullptr ? 0 : m_budget->kept_bytes();
    }

    mapfile::Map const& m_map;
    Budget* m_budget;
    std::map<std::string, Translated> m_translated;
};

/// In the order they are drawn in; a layer that is named twice with the same style is drawn once.
std::vector<LayerChoice> requested_layers(GetMap const& request, mapfile::Map const& map,
                                          std::string_view operation, Budget* budget)
{
    std::vector<LayerChoice> requested;
    // Limits repeated names of a group with many layers.
    std::set<std::pair<std::string_view, std::string_view>> seen_names;
    std::set<std::pair<std::size_t, std::string>> seen;
    for (std::size_t i = 0; i < request.layers.size(); ++i) {
        work(budget);
        if (!seen_names.emplace(request.layers[i], request.styles[i]).second) {
            continue;
        }
        LayerFilter filter{map, budget};
        bool const has_filter = i < request.filters.size() && !request.filters[i].name.empty();
        for (auto& choice : choose(map, request.layers[i], request.styles[i], operation)) {
            work(budget);
            if (!seen.emplace(choice.layer, choice.class_group).second) {
                continue;
            }
            if (has_filter) {
                choice.requested_filter =
                    filter.of_layer(request.filters[i], map.layers[choice.layer]);
            }
            requested.push_back(std::move(choice));
        }
    }
    sort_as_drawn(requested, map);
    return requested;
}

/// The span between the centres of the outer pixels.
/// OGC 06-042, 7.3.3.6: "the bounding box goes around the 'outside' of the pixels of the map rather
/// than through the centres of the map's border pixels". An axis of one pixel has no such span; it
/// counts as two (render::make_viewport), the second one outside the image.
struct Span {
    double min, max;
};

Span between_centres(double min, double max, int pixels)
{
    double const half = (max - min) / pixels / 2;
    return pixels > 1 ? Span{min + half, max - half} : Span{min + half, max + half};
}

geometry::Box centres_box(geometry::Box const& box, mapfile::Size size)
{
    auto const x = between_centres(box.min_x, box.max_x, size.width);
    auto y = between_centres(box.min_y, box.max_y, size.height);
    if (size.height == 1) {
        y = {y.min - box.height(), y.max - box.height()}; // rows are numbered from the top
    }
    return {x.min, y.min, x.max, y.max};
}

/// Whether the pixels are square but for rounding of the size: MapServer allows a pixel.
bool is_square(geometry::Box const& box, mapfile::Size size)
{
    return std::abs(size.width * box.height() / box.width() - size.height) <= 1;
}

render::ViewportRequest view_of(GetMap const& request, mapfile::Map const& map,
                                std::vector<LayerChoice> const& requested)
{
    std::vector<std::size_t> layers;
    for (auto const& choice : requested) {
        layers.push_back(choice.layer);
    }
    render::ViewportRequest view;
    view.crs = find_system(request.system, request.version, map, layers);
    auto const box =
        in_protocol_order({request.bbox[0], request.bbox[1], request.bbox[2], request.bbox[3]},
                          *view.crs, request.version);
    view.aspect =
        is_square(box, request.size) ? render::PixelAspect::Square : render::PixelAspect::Oblong;
    view.extent = request.bbox_is_pixel_centres ? box : centres_box(box, request.size);
    view.size = request.size;
    view.resolution = request.resolution;
    view.angle = request.angle;
    if (request.is_tiled) {
        auto const* const buffer = map.web.metadata.find("tile_map_edge_buffer");
        constexpr int max_px = 1024;
        view.edge_buffer =
            std::clamp(buffer == nullptr ? 0 : parse_int(*buffer).value_or(0), 0, max_px);
    }
    return view;
}

/// JPEG has no transparency; MapServer ignores the wish.
void apply_transparency(Drawing& drawing, std::optional<bool> request)
{
    if (!request || equals_ignoring_case(drawing.format.mime_type, "image/jpeg")) {
        return;
    }
    drawing.overrides.is_transparent = request;
    drawing.format.transparent = request;
}

/// As in MapServer, the default time of one layer that is drawn is a time for all of them: those
/// without a default need one.
std::optional<std::string> time_for(std::vector<LayerChoice> const& layers, mapfile::Map const& map,
                                    std::optional<std::string> const& requested)
{
    bool const has_default = std::ranges::any_of(layers, [&](LayerChoice const& choice) {
        return !wms_value(map.layers[choice.layer].metadata, "timedefault").empty();
    });
    return !requested && has_default ? std::string{} : requested;
}

} // namespace

void check_style(mapfile::Map const& map, std::vector<std::size_t> const& layers,
                 std::string const& style)
{
    bool const is_defined = std::ranges::any_of(layers, [&](std::size_t index) {
        return !class_group_of(map.layers[index], style).empty() ||
               wms_value(map.layers[index].metadata, "style_name") == style ||
               wms_value(map.layers[index].metadata, "style") == style;
    });
    if (!is_defined && wms_value(map.web.metadata, "style_name") != style) {
        throw WmsException{"StyleNotDefined", in_map_parameters,
                           "Style (" + style + ") not defined on layer."};
    }
}

std::vector<std::size_t> layers_named(mapfile::Map const& map, std::string const& name,
                                      std::string_view operation)
{
    auto layers = find_layers(map, name, operation);
    if (layers.empty()) {
        throw WmsException{"LayerNotDefined", in_map_parameters,
                           "Invalid layer(s) given in the LAYERS parameter. A layer might be "
                           "disabled for this request. Check wms/ows_enable_request settings."};
    }
    return layers;
}

MapView resolve_view(GetMap const& request, mapfile::Map const& map, std::string_view operation,
                     Budget* budget)
{
    auto layers = requested_layers(request, map, operation, budget);
    auto view = view_of(request, map, layers);
    return {std::move(view), std::move(layers)};
}

DrawnLayers drawn_layers(GetMap const& request, http::Parameters const& parameters,
                         mapfile::Map const& map, std::vector<LayerChoice> requested,
                         std::vector<std::string>& warnings, Budget* budget)
{
    check_time_pattern(map, request.time.value_or(""));
    auto layers = always_drawn(map, requested);
    layers.insert(layers.end(), std::make_move_iterator(requested.begin()),
                  std::make_move_iterator(requested.end()));
    sort_as_drawn(layers, map);
    auto const missing = missing_dimension(map);
    auto const time = time_for(layers, map, request.time);
    std::vector<CatalogueValue> by_catalogue;
    for (std::size_t place = 0; place < layers.size(); ++place) {
        work(budget);
        auto& choice = layers[place];
        auto const& layer = map.layers[choice.layer];
        for (auto const& chosen : {choose_time(layer, time, missing, budget),
                                   choose_dimensions(layer, parameters, missing, budget)}) {
            choice.filter = expr::both(choice.filter, chosen.filter);
            for (auto const& warning : chosen.warnings) {
                add_warning(warnings, warning);
            }
            for (auto const& value : chosen.by_catalogue) {
                by_catalogue.push_back(value);
                by_catalogue.back().place = place;
            }
        }
    }
    return {std::move(layers), std::move(by_catalogue)};
}

Drawing resolve(GetMap const& request, http::Parameters const& parameters, mapfile::Map const& map,
                Budget* budget)
{
    auto requested = requested_layers(request, map, "GetMap", budget);
    Drawing drawing;
    drawing.view = view_of(request, map, requested);
    drawing.overrides.background = request.background;
    drawing.overrides.substitutions = substitutions(parameters);
    drawing.format = mapfile::substitute(map, find_map_format(map, request.format),
                                         {.parameters = drawing.overrides.substitutions});
    apply_transparency(drawing, request.is_transparent);

    auto drawn =
        drawn_layers(request, parameters, map, std::move(requested), drawing.warnings, budget);
    drawing.overrides.layers = std::move(drawn.layers);
    drawing.by_catalogue = std::move(drawn.by_catalogue);
    return drawing;
}

} // namespace ms::ows::wms
