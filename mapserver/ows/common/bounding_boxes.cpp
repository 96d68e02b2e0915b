// SPDX-License-Identifier: MIT
#include "ows/common/bounding_boxes.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "render/plan/layer_plan.hpp"
#include "source/layer_error.hpp"
#include "source/ogr/source.hpp"
#include "source/postgis/source.hpp"
#include "source/raster/source.hpp"
#include "source/raster/tile_index.hpp"
#include "source/registry.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

namespace ms::ows {

namespace {

bool is_usable(geometry::Box const& box)
{
    return !box.is_empty() && std::isfinite(box.min_x) && std::isfinite(box.min_y) &&
           std::isfinite(box.max_x) && std::isfinite(box.max_y);
}

} // namespace

std::optional<geometry::Box> parse_extent(std::string_view text)
{
    auto const words_text = replace_all(text, ",", " ");
    auto const words = split_words(words_text);
    std::array<double, 4> numbers{};
    if (words.size() != numbers.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        auto const number = parse_double(words[i]);
        if (!number) {
            return std::nullopt;
        }
        numbers[i] = *number;
    }
    geometry::Box const box{numbers[0], numbers[1], numbers[2], numbers[3]};
    return is_usable(box) ? std::optional{box} : std::nullopt;
}

namespace {

std::optional<geometry::Box> written_extent(mapfile::Layer const& layer, Service service)
{
    if (auto const box = parse_extent(value_of(service, layer.metadata, "extent"))) {
        return box;
    }
    auto const& extent = layer.extent;
    if (!extent.is_set()) {
        return std::nullopt;
    }
    return geometry::Box{extent.min_x, extent.min_y, extent.max_x, extent.max_y};
}

/// fallback_to_map_extent of the layer, else of the map: sources may be slow to tell their extent.
bool is_as_large_as_map(mapfile::Map const& map, mapfile::Layer const& layer, Service service)
{
    constexpr std::string_view key = "fallback_to_map_extent";
    auto const own = value_of(service, layer.metadata, key);
    auto const value = own.empty() ? value_of(service, map.web.metadata, key) : own;
    return map.extent.is_set() && equals_ignoring_case(value, "true");
}

std::optional<geometry::Box> source_extent(Call const& call, mapfile::Layer const& layer)
{
    try {
        auto const box = source::open_source(*call.map, layer, call.services)->extent();
        return box && is_usable(*box) ? box : std::nullopt;
    } catch (Error const& error) {
        call.services.log.write(LogLevel::Notice,
                                std::string{"capabilities, extent: "} + error.what());
        return std::nullopt;
    }
}

geometry::Box within_the_world(geometry::Box const& box)
{
    return {std::max(box.min_x, -180.0), std::max(box.min_y, -90.0), std::min(box.max_x, 180.0),
            std::min(box.max_y, 90.0)};
}

} // namespace

std::optional<Place> extent_of(mapfile::Map const& map)
{
    auto const& extent = map.extent;
    geometry::Box box{extent.min_x, extent.min_y, extent.max_x, extent.max_y};
    // MapServer heeds wms_extent in layers only. OGC 06-042, 7.2.4.6.6: every named layer has or
    // inherits an EX_GeographicBoundingBox, so that the root must not be without one; MapServer
    // writes the -1 that an unset EXTENT consists of.
    if (!extent.is_set()) {
        box = parse_extent(wms_value(map.web.metadata, "extent")).value_or(box);
    }
    auto const system = crs::parse(map.projection.arguments, {map.proj_data()});
    return system.is_defined() ? std::optional{Place{box, system}} : std::nullopt;
}

namespace {

/// Undefined when its file cannot be read or, of a raster, does not say it: the layer has no box of
/// its own then.
crs::Definition crs_of_file(Call const& call, mapfile::Layer const& layer)
{
    try {
        if (layer.type != mapfile::LayerType::Raster) {
            render::Viewport view;
            view.crs = render::map_crs(*call.map);
            return render::layer_crs(*call.map, layer, view);
        }
        if (!source::ogr::is_file(layer) && !layer.tile_index.empty()) {
            return source::raster::crs_of_index(*call.map, layer);
        }
        auto const wkt = source::ogr::is_file(layer)
                             ? source::ogr::crs_of(*call.map, layer)
                             : source::raster::wkt_of(*call.map, layer, call.services);
        return wkt.empty() ? crs::Definition{} : crs::parse(wkt, {call.map->proj_data()});
    } catch (Error const&) {
        return {};
    }
}

} // namespace

std::optional<Place> extent_of(Call const& call, mapfile::Layer const& layer, Service service)
{
    auto const& projection = layer.projection.is_set() ? layer.projection : call.map->projection;
    auto const system = projection.is_auto()
                            ? crs_of_file(call, layer)
                            : crs::parse(projection.arguments, {call.map->proj_data()});
    if (!system.is_defined() || layer.transform != mapfile::Transform::True) {
        return std::nullopt;
    }
    auto box = written_extent(layer, service);
    if (!box && is_as_large_as_map(*call.map, layer, service)) {
        return extent_of(*call.map);
    }
    if (!box) {
        box = source_extent(call, layer);
    }
    return box ? std::optional{Place{*box, system}} : std::nullopt;
}

std::optional<Place> written_extent_of(mapfile::Map const& map, mapfile::Layer const& layer,
                                       Service service)
{
    auto const& projection = layer.projection.is_set() ? layer.projection : map.projection;
    auto const box = written_extent(layer, service);
    if (!box || projection.is_auto() || layer.transform != mapfile::Transform::True) {
        return std::nullopt;
    }
    auto system = crs::parse(projection.arguments, {map.proj_data()});
    return system.is_defined() ? std::optional{Place{*box, std::move(system)}} : std::nullopt;
}

std::vector<mapfile::Layer const*>
reach_sources_of_extents(Call const& call, std::vector<mapfile::Layer const*> layers,
                         Service service)
{
    std::erase_if(layers, [&](mapfile::Layer const* layer) {
        return layer->transform != mapfile::Transform::True || written_extent(*layer, service) ||
               is_as_large_as_map(*call.map, *layer, service);
    });
    source::postgis::reach(*call.map, layers, call.services);
    return layers;
}

std::string source_extents(Call const& call, Service service)
{
    std::vector<mapfile::Layer const*> listed;
    for (auto const& layer : call.map->layers) {
        if (is_enabled(*call.map, layer, "GetCapabilities", service)) {
            listed.push_back(&layer);
        }
    }
    std::string text;
    for (auto const* const layer : reach_sources_of_extents(call, std::move(listed), service)) {
        if (auto const box = source_extent(call, *layer)) {
            using Bytes = std::array<char, sizeof(geometry::Box)>;
            auto const bytes = std::bit_cast<Bytes>(*box);
            text.append(bytes.data(), bytes.size());
        }
        text += ';';
    }
    return text;
}

crs::Definition const& BoxTransformer::system(std::string const& name)
{
    auto const found = m_systems.find(name);
    if (found != m_systems.end()) {
        return found->second;
    }
    crs::Definition definition;
    try {
        definition = crs::parse(std::string_view{name}, m_data);
    } catch (Error const&) {
        definition = {}; // an offered name that PROJ does not know: mapcheck reports it
    }
    return m_systems.emplace(name, std::move(definition)).first->second;
}

std::optional<geometry::Box> BoxTransformer::transform(Place const& place,
                                                       crs::Definition const& to)
{
    auto const [way, is_new] =
        m_ways.try_emplace({place.system.proj_text(), to.proj_text()}, std::nullopt);
    if (is_new) {
        try {
            way->second.emplace(place.system, to);
        } catch (Error const&) {
            way->second.reset();
        }
    }
    if (!way->second) {
        return std::nullopt;
    }
    auto const box = way->second->forward(place.box);
    return is_usable(box) ? std::optional{box} : std::nullopt;
}

std::optional<geometry::Box> BoxTransformer::geographic(Place const& place)
{
    auto const box = transform(place, system("CRS:84"));
    return box ? std::optional{within_the_world(*box)} : std::nullopt;
}

} // namespace ms::ows
