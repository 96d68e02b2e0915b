// SPDX-License-Identifier: MIT
#include "ows/wms/catalogue.hpp"

#include "crs/transformation.hpp"
#include "expr/build.hpp"
#include "ows/common/metadata.hpp"
#include "render/plan/layer_plan.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace ms::ows::wms {

namespace {

using render::LayerChoice;
using source::postgis::CatalogueEntries;

/// Symbols and lines of an entry reach into an image beside it; as the gutter of tiles.
constexpr double margin_px = 64;

std::string key_of(Dimension const& dimension, std::string_view what)
{
    return fmt::format("wms_{}_{}", dimension.name, what);
}

/// The part of the world that the view shows, in the CRS of a layer.
geometry::Box box_of(mapfile::Map const& map, mapfile::Layer const& layer,
                     render::Viewport const& view)
{
    crs::Transformation const to_map{render::layer_crs(map, layer, view), view.crs};
    auto const box = to_map.inverse_around(render::vectors_seen_of(view, margin_px));
    constexpr double most = std::numeric_limits<double>::max();
    return box.is_empty() ? geometry::Box{-most, -most, most, most} : box;
}

/// The answers of the catalogues for one map.
class Catalogues {
public:
    Catalogues(mapfile::Map const& map, render::Viewport const& view,
               source::Services const& services)
        : m_map(map), m_view(view), m_services(services)
    {}

    CatalogueEntries const& entries(mapfile::Layer const& layer, CatalogueValue const& value)
    {
        auto const* const connected = catalogue_connection(m_map, layer, value.dimension);
        source::postgis::CatalogueQuery query{
            .key = key_of(value.dimension, "catalogue"),
            .connection = connected == nullptr ? std::string{} : connected->connection,
            .sql = std::string{value.dimension.catalogue},
            .value = value.value,
            .box = box_of(m_map, layer, m_view),
            .max_entries = max_entries};
        if (connected == nullptr) {
            throw source::LayerError{
                ErrorKind::BadMapfile,
                fmt::format("layer \"{}\": METADATA {}: no layer has its CONNECTION", layer.name,
                            query.key),
                layer.name, source::general_cause(ErrorKind::BadMapfile)};
        }
        auto const statement = source::postgis::catalogue_statement(query);
        auto const [answer, is_new] = m_answers.try_emplace(
            {query.connection, statement.sql, statement.parameters}, CatalogueEntries{});
        if (is_new) {
            answer->second = source::postgis::read_catalogue(m_map, layer, query, m_services);
        }
        return answer->second;
    }

private:
    using Question = std::tuple<std::string, std::string, std::vector<std::string>>;

    mapfile::Map const& m_map;
    render::Viewport const& m_view;
    source::Services const& m_services;
    std::map<Question, CatalogueEntries> m_answers; ///< several layers may have one catalogue
};

/// Features whose item has one of these values; none without a value.
expr::Expression has_any(std::string_view item, std::span<std::string const> entries,
                         bool are_numbers)
{
    std::vector<expr::NodePtr> any;
    for (auto const& entry : entries) {
        any.push_back(has_value(item, entry, are_numbers));
    }
    return any.empty()       ? expr::parse("(1 = 0)")
           : any.size() == 1 ? expr::Expression{any.front()}
                             : expr::Expression{expr::build_operation(expr::Operator::Or, any, 0)};
}

LayerChoice part_of(LayerChoice const& whole, std::string_view item,
                    std::span<std::string const> entries, bool are_numbers)
{
    auto part = whole;
    part.filter = expr::both(part.filter, has_any(item, entries, are_numbers));
    part.part += fmt::format("{} entries ", entries.size());
    for (auto const& entry : entries) {
        part.part += fmt::format("{}:{}", entry.size(), entry);
    }
    return part;
}

void require_few(std::size_t entries, mapfile::Layer const& layer)
{
    if (entries <= max_entries) {
        return;
    }
    throw source::LayerError{ErrorKind::Limit,
                             fmt::format("layer \"{}\": its catalogues give more than {} entries",
                                         layer.name, max_entries),
                             layer.name, source::general_cause(ErrorKind::Limit)};
}

std::vector<LayerChoice> divided(std::vector<LayerChoice> const& wholes, std::string_view item,
                                 CatalogueEntries const& entries, EntryUse use)
{
    std::vector<LayerChoice> parts;
    std::span<std::string const> const all{entries.values};
    for (auto const& whole : wholes) {
        if (use == EntryUse::Together) {
            parts.push_back(part_of(whole, item, all, entries.are_numbers));
            continue;
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            parts.push_back(part_of(whole, item, all.subspan(i, 1), entries.are_numbers));
        }
    }
    return parts;
}

} // namespace

mapfile::Layer const* catalogue_connection(mapfile::Map const& map, mapfile::Layer const& layer,
                                           Dimension const& dimension)
{
    auto const is_postgis = [](mapfile::Layer const* other) {
        return other != nullptr && other->connection_type == mapfile::ConnectionType::PostGis;
    };
    auto const& name = dimension.catalogue_layer;
    if (name.empty() && (is_postgis(&layer) || layer.tile_index.empty())) {
        return is_postgis(&layer) ? &layer : nullptr;
    }
    auto const* const other = map.find_layer(name.empty() ? layer.tile_index : name);
    return is_postgis(other) ? other : nullptr;
}

void try_catalogues(mapfile::Map const& map, mapfile::Layer const& layer,
                    render::Viewport const& view, source::Services const& services)
{
    Catalogues catalogues{map, view, services};
    for (auto const& dimension : dimensions_of(layer)) {
        if (!dimension.catalogue.empty()) {
            auto const first = split_list(dimension.extent);
            (void)catalogues.entries(layer, {dimension, first.empty() ? "" : first.front()});
        }
    }
}

void choose_entries(Call const& call, render::Viewport const& view, EntryUse use,
                    std::vector<LayerChoice>& layers, std::vector<CatalogueValue>& values)
{
    if (values.empty()) {
        return;
    }
    Catalogues catalogues{*call.map, view, call.services};
    std::vector<LayerChoice> all;
    auto value = values.cbegin();
    for (std::size_t place = 0; place < layers.size(); ++place) {
        std::vector<LayerChoice> parts{std::move(layers[place])};
        auto const& layer = call.map->layers[parts.front().layer];
        for (; value != values.cend() && value->place == place; ++value) {
            auto const& entries = catalogues.entries(layer, *value);
            require_few(parts.size() * entries.values.size(), layer);
            parts = divided(parts, value->dimension.item, entries, use);
        }
        for (auto& part : parts) {
            if (call.services.budget != nullptr) {
                call.services.budget->work();
                call.services.budget->keep(sizeof part + part.part.size());
            }
            all.push_back(std::move(part));
        }
    }
    layers = std::move(all);
    values.clear();
}

} // namespace ms::ows::wms
