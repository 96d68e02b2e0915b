// SPDX-License-Identifier: MIT
#include "ows/cgi/tile_json.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "mapfile/visible_items.hpp"
#include "ows/cgi/draw_tile.hpp"
#include "ows/cgi/image_answer.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/online_resource.hpp"
#include "render/core/mvt_output.hpp"
#include "render/plan/mvt_plan.hpp"
#include "source/registry.hpp"
#include "style/scaling.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace ms::ows::cgi {

namespace {

using Json = nlohmann::ordered_json;

constexpr int last_zoom = 22; ///< by default: a pixel of 256 to a tile is 4 cm
constexpr double last_latitude = 85.05112877980659; ///< of the square of spherical Mercator

struct Zooms {
    int first = 0;
    int last = last_zoom;
};

int zoom_setting(mapfile::Map const& map, std::string_view key, int otherwise)
{
    auto const* const text = map.web.metadata.find(key);
    return std::clamp(text == nullptr ? otherwise : parse_int(*text).value_or(otherwise), 0,
                      deepest_zoom);
}

Zooms zooms_of(mapfile::Map const& map)
{
    Zooms zooms;
    zooms.first = zoom_setting(map, "tile_min_zoom", zooms.first);
    zooms.last = std::max(zoom_setting(map, "tile_max_zoom", zooms.last), zooms.first);
    return zooms;
}

/// Those at which the limits of scale let a layer be seen; nullopt: none.
std::optional<Zooms> zooms_of(mapfile::Map const& map, mapfile::Layer const& layer,
                              Zooms const& all)
{
    std::optional<Zooms> found;
    for (int zoom = all.first; zoom <= all.last; ++zoom) {
        auto const view = view_of_tile(map, {0, 0, zoom});
        if (style::is_in_layer_scale(layer, view.scale_denominator)) {
            found = Zooms{found ? found->first : zoom, zoom};
        }
    }
    return found;
}

/// The words of the specification's examples and of other tile servers.
std::string_view type_name(feature::FieldType type)
{
    using enum feature::FieldType;
    bool const is_number = type == Integer || type == Long || type == Real;
    return is_number ? "Number" : type == Boolean ? "Boolean" : "String";
}

Json fields_of(Call const& call, mapfile::Layer const& layer)
{
    auto const source = source::open_source(*call.map, layer, call.services);
    auto const schema = source->schema();
    Json fields = Json::object();
    for (auto const& item : mapfile::visible_items(layer, schema.fields, mapfile::ItemRules::Ogr)) {
        auto const type = render::tile_type_of(layer, schema.fields[item.field]);
        if (!fields.contains(item.name)) {
            fields[item.name] = type_name(type);
        }
    }
    return fields;
}

Json vector_layer(Call const& call, mapfile::Layer const& layer, Zooms const& zooms)
{
    Json entry = {{"id", layer.name}, {"fields", fields_of(call, layer)}};
    if (auto const title = wms_value(layer.metadata, "title"); !title.empty()) {
        entry["description"] = title;
    }
    entry["minzoom"] = zooms.first;
    entry["maxzoom"] = zooms.last;
    return entry;
}

/// The request's own parameters, apart from the mode: layers, the format, values for %name%.
std::string tiles_address(Call const& call)
{
    constexpr std::array<std::string_view, 6> others{"map",      "mode",     "tile",
                                                     "tilemode", "language", "service"};
    auto url = online_resource(call) + "mode=tile&tilemode=gmap&tile={x}+{y}+{z}";
    for (auto const& [name, value] : call.parameters().entries()) {
        if (std::ranges::none_of(others, [&](std::string_view other) {
                return equals_ignoring_case(other, name);
            })) {
            url += '&' + percent_encode(name) + '=' + percent_encode(value);
        }
    }
    return url;
}

/// The world's where no layer has an extent.
Json bounds_of(Call const& call, std::vector<mapfile::Layer const*> const& layers)
{
    BoxTransformer transformer;
    geometry::Box bounds;
    for (auto const* const layer : layers) {
        auto const place = extent_of(call, *layer);
        if (auto const box = place ? transformer.geographic(*place) : std::nullopt) {
            bounds.extend({box->min_x, std::max(box->min_y, -last_latitude)});
            bounds.extend({box->max_x, std::min(box->max_y, last_latitude)});
        }
    }
    if (bounds.is_empty()) {
        bounds = {-180, -last_latitude, 180, last_latitude};
    }
    return Json::array({bounds.min_x, bounds.min_y, bounds.max_x, bounds.max_y});
}

void add_texts(mapfile::Map const& map, Json& document)
{
    auto const& metadata = map.web.metadata;
    auto const title = wms_value(metadata, "title");
    document["name"] = title.empty() ? std::string_view{map.name} : title;
    for (auto const& [key, name] :
         {std::pair{"abstract", "description"}, std::pair{"attribution_title", "attribution"}}) {
        if (auto const text = wms_value(metadata, key); !text.empty()) {
            document[name] = text;
        }
    }
}

} // namespace

http::Response tile_json(Call const& call)
{
    auto const& map = *call.map;
    auto const format = tile_format(call);
    bool const is_vector = render::is_mvt_format(format);
    auto const all = zooms_of(map);
    std::optional<Zooms> shown;
    std::vector<mapfile::Layer const*> layers;
    Json vector_layers = Json::array();
    for (auto const& choice : layers_of(call.parameters(), map)) {
        auto const& layer = map.layers[choice.layer];
        auto const zooms = zooms_of(map, layer, all);
        if (!zooms || (is_vector && !render::has_tile_features(layer))) {
            continue;
        }
        layers.push_back(&layer);
        shown =
            shown ? Zooms{std::min(shown->first, zooms->first), std::max(shown->last, zooms->last)}
                  : *zooms;
        if (is_vector) {
            vector_layers.push_back(vector_layer(call, layer, *zooms));
        }
    }
    Json document = {{"tilejson", "3.0.0"}, {"tiles", Json::array({tiles_address(call)})}};
    add_texts(map, document);
    document["scheme"] = "xyz";
    document["minzoom"] = shown.value_or(all).first;
    document["maxzoom"] = shown.value_or(all).last;
    document["bounds"] = bounds_of(call, layers);
    if (is_vector) {
        document["vector_layers"] = std::move(vector_layers);
    }
    return http::text_response(200, "application/json",
                               document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
}

} // namespace ms::ows::cgi
