// SPDX-License-Identifier: MIT
#include "render/query/pick.hpp"

#include "base/error.hpp"
#include "crs/transformation.hpp"
#include "geometry/geos_limit.hpp"
#include "mapfile/declared_z.hpp"
#include "mapfile/layer_kind.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/layer_visibility.hpp"
#include "render/query/pick_target.hpp"
#include "render/query/raster_pick.hpp"
#include "render/query/symbol_hit.hpp"
#include "source/raster/source.hpp"
#include "source/registry.hpp"
#include "source/wms/server.hpp"
#include "style/class_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ms::render {

namespace {

using geometry::GeometryColumn;

bool can_hold_features(mapfile::LayerType type) noexcept
{
    return type != mapfile::LayerType::Raster && type != mapfile::LayerType::TileIndex;
}

/// Rasters have pixels to be found.
bool can_be_searched(mapfile::Layer const& layer)
{
    return !source::wms::is_cascaded(layer) &&
           (can_hold_features(layer.type) || source::raster::is_raster(layer));
}

/// IDENTIFY CLASSAUTO selects the classes that are drawn, CLASSGROUP those of a group; nullopt: the
/// query tests geometries, not symbols.
std::optional<std::string> identified_group(mapfile::Layer const& layer, std::string const& drawn)
{
    if (layer.type != mapfile::LayerType::Point || !layer.identify) {
        return std::nullopt;
    }
    if (!layer.identify->class_group.empty()) {
        return layer.identify->class_group;
    }
    return layer.identify->class_auto ? std::optional{drawn} : std::nullopt;
}

std::size_t bytes_of(feature::FeatureBatch const& batch, std::size_t row)
{
    auto bytes = batch.geometry.points_of(row).size_bytes();
    for (auto const& column : batch.attributes) {
        bytes += column[row].size();
    }
    return bytes;
}

void append_value(feature::TextColumn const& from, std::size_t row, feature::TextColumn& to)
{
    if (row >= from.size() || from.is_null(row)) {
        to.append_null();
    } else {
        to.append(from[row]);
    }
}

void append_row(feature::FeatureBatch const& from, std::size_t row, feature::FeatureBatch& to)
{
    geometry::append_feature({from.geometry, row}, to.geometry);
    for (std::size_t i = 0; i < from.attributes.size(); ++i) {
        append_value(from.attributes[i], row, to.attributes[i]);
    }
    append_value(from.ids, row, to.ids);
    append_value(from.texts, row, to.texts);
}

/// A layer with features while it is searched.
class LayerPick final : public PendingPick {
public:
    LayerPick(mapfile::Map const& map, Viewport const& view, LayerChoice const& choice,
              PickRequest const& request, mapfile::Layer definition, Services const& services)
        : m_services(services), m_limit(request.max_features),
          m_needs_template(request.needs_template), m_target(request, definition, view)
    {
        m_picked.layer = choice.layer;
        m_picked.crs = layer_crs(map, definition, view);
        m_to_map = crs::Transformation{m_picked.crs, view.crs};
        m_picked.definition = std::move(definition);
        auto const& layer = m_picked.definition;
        auto const& group = choice.class_group.empty() ? layer.class_group : choice.class_group;
        m_selection.emplace(layer, group, view.scale_denominator, map.expressions);
        bool const has_size =
            layer.type == mapfile::LayerType::Line || layer.type == mapfile::LayerType::Polygon;
        if (has_size && layer.min_feature_size > 0) {
            m_min_size = layer.min_feature_size * std::max(view.cell_size_x, view.cell_size_y);
        }
        ask_for_symbols(map, view, group);
        m_source = source::open_source(map, layer, services);
        m_picked.fields = m_source->schema().fields;
        start(map, choice, request, view);
    }

    /// Reads the result as far as the query needs it.
    PickedLayer finish(std::size_t& kept_bytes) override
    {
        style::ClassIndex classes{*m_selection, m_names};
        feature::FeatureBatch batch;
        batch.geometry.has_z = mapfile::declares_z(m_picked.definition);
        m_picked.features.geometry.has_z = batch.geometry.has_z;
        m_picked.features.reset(m_names.size());
        while (!is_full() && m_cursor->next(batch)) {
            m_services.deadline.check();
            m_projected = batch.geometry;
            m_to_map.forward(m_projected.points);
            classes.classify(batch, m_row_classes);
            for (std::size_t row = 0; row < batch.size() && !is_full(); ++row) {
                consider(batch, row, kept_bytes);
            }
        }
        m_cursor.reset();
        m_source.reset();
        return std::move(m_picked);
    }

private:
    /// IDENTIFY: reads the features whose symbols may reach the point, and tests them one by one.
    void ask_for_symbols(mapfile::Map const& map, Viewport const& view, std::string const& drawn)
    {
        auto const group = identified_group(m_picked.definition, drawn);
        auto const point = m_target.point();
        if (!group || !point) {
            return;
        }
        double const cell = std::max(view.cell_size_x, view.cell_size_y);
        m_symbols.emplace(map, m_picked.definition, view, *group, *point,
                          m_target.tolerance() / cell);
        m_target.set_tolerance(m_symbols->reach_px() * cell);
    }

    /// Whether the symbol of a feature is hit, if symbols count.
    [[nodiscard]] bool is_hit(feature::FeatureBatch const& batch, std::size_t row) const
    {
        if (!m_symbols) {
            return true;
        }
        PickedLayer one;
        one.fields = m_picked.fields;
        one.features.reset(m_names.size());
        append_row(batch, row, one.features);
        return m_symbols->is_hit(one, m_services);
    }

    /// The clusters of the requested map: computed from all features it shows, in its pixel size.
    void ask_for_clusters(Viewport const& view, double buffer_px, source::Query& query) const
    {
        auto const seen = vectors_seen_of(view, buffer_px);
        auto const in_layer = m_to_map.inverse(seen);
        if (in_layer.is_empty()) {
            return;
        }
        query.box = in_layer;
        auto const pixel = pixel_of(in_layer, seen, view);
        query.pixel_size = pixel.x;
        query.pixel_aspect = pixel.y / pixel.x;
    }

    void start(mapfile::Map const& map, LayerChoice const& choice, PickRequest const& request,
               Viewport const& view)
    {
        auto const& layer = m_picked.definition;
        source::Query query;
        query.kind = mapfile::kind_of(layer.type); // None: any kind of data
        for (auto const& field : m_picked.fields) {
            m_names.push_back(field.name);
        }
        query.fields = m_names;
        query.with_ids = true;
        query.with_z = mapfile::declares_z(layer);
        query.filter = expr::both(layer_filter(map, layer), choice.filter);
        source::add_condition(query, layer, choice.requested_filter);
        auto const limits = feature_limits(layer);
        query.max_features = limits.fetched;
        if (limits.classified >= 0) {
            m_limit = m_limit < 0 ? limits.classified : std::min(m_limit, limits.classified);
        }
        query.scale_denominator = view.scale_denominator;
        query.world_edge = m_to_map.from().world_edge();
        if (auto const* const by = std::get_if<ById>(&request.where)) {
            query.id = by->id;
        }
        if (auto const box = m_target.box(); box && layer.transform == mapfile::Transform::True) {
            auto const in_layer = m_to_map.inverse(*box);
            if (!in_layer.is_empty()) {
                query.box = in_layer;
            }
        }
        if (layer.has_clusters()) {
            ask_for_clusters(view, layer.cluster->buffer, query);
        }
        m_cursor = m_source->start(query);
    }

    [[nodiscard]] bool is_full() const
    {
        return !m_target.is_nearest() && m_limit >= 0 &&
               m_picked.features.size() >= static_cast<std::size_t>(m_limit);
    }

    /// The class a feature is in: into Layer::classes, or -1.
    [[nodiscard]] std::int32_t class_of(std::size_t row) const
    {
        auto const entry = m_row_classes[row];
        return entry == style::ClassIndex::no_class
                   ? -1
                   : static_cast<std::int32_t>(
                         m_selection->entries()[static_cast<std::size_t>(entry)].index);
    }

    /// As in MapServer: with a TEMPLATE of the layer, features without a class are found too.
    [[nodiscard]] bool can_be_found(std::int32_t number) const
    {
        auto const& layer = m_picked.definition;
        if (!layer.template_path.empty() || !m_needs_template) {
            return true;
        }
        if (number < 0) {
            return false;
        }
        auto const& drawn_class = layer.classes[static_cast<std::size_t>(number)];
        return drawn_class.status && !drawn_class.template_path.empty();
    }

    /// MINFEATURESIZE of the layer, as it is drawn: of lines and areas the diagonal of their box.
    [[nodiscard]] bool is_too_small(std::size_t row) const
    {
        if (m_min_size <= 0) {
            return false;
        }
        auto const box = m_projected.box_of(row);
        return std::hypot(box.width(), box.height()) < m_min_size;
    }

    void consider(feature::FeatureBatch const& batch, std::size_t row, std::size_t& kept_bytes)
    {
        auto const number = class_of(row);
        if (!can_be_found(number) || is_too_small(row)) {
            return;
        }
        auto const distance = m_target.distance({m_projected, row});
        if (!distance || (m_target.is_nearest() && *distance > m_least) || !is_hit(batch, row)) {
            return;
        }
        if (m_target.is_nearest()) { // of equally near ones the last, which is drawn on top
            m_least = *distance;
            m_picked.features.reset(m_names.size());
            m_picked.classes.clear();
            kept_bytes = 0;
        }
        kept_bytes += bytes_of(batch, row);
        if (kept_bytes > m_services.max_kept_bytes) {
            throw Error{ErrorKind::Limit, "the query selects too much to be answered"};
        }
        append_row(batch, row, m_picked.features);
        m_picked.classes.push_back(number);
    }

    Services const& m_services;
    std::int64_t m_limit;
    bool m_needs_template;
    PickTarget m_target;
    std::optional<SymbolHit> m_symbols; ///< of IDENTIFY
    PickedLayer m_picked;
    crs::Transformation m_to_map{{}, {}};
    std::optional<style::ClassSelection> m_selection;
    std::vector<std::string> m_names;
    std::unique_ptr<source::FeatureSource> m_source;
    std::unique_ptr<source::FeatureCursor> m_cursor; ///< after the source: it must go first
    GeometryColumn m_projected;
    std::vector<std::int32_t> m_row_classes;
    double m_min_size = 0; ///< of a feature's box, map units
    double m_least = std::numeric_limits<double>::infinity();
};

} // namespace

bool is_queryable(mapfile::Layer const& layer) noexcept
{
    return (can_be_searched(layer) || source::wms::is_cascaded(layer)) &&
           (!layer.template_path.empty() ||
            std::ranges::any_of(layer.classes, [](mapfile::Class const& drawn_class) {
                return !drawn_class.template_path.empty();
            }));
}

Selection pick(mapfile::Map const& map, Viewport const& view,
               std::vector<LayerChoice> const& choices, PickRequest const& request,
               mapfile::StringMap const& substitutions, Services const& services)
{
    Budget budget{services.deadline, services.max_kept_bytes};
    geometry::GeosLimit const limit{budget};
    std::vector<std::string> notes;
    // Pointers: the source refers to the copy of the layer beside it.
    std::vector<std::unique_ptr<PendingPick>> running;
    for (auto const& choice : choices) {
        auto const& layer = map.layers.at(choice.layer);
        bool const is_seen =
            request.ignores_scale ? is_within_width(layer, view) : is_within_limits(layer, view);
        if (!can_be_searched(layer) || (request.needs_template && !is_queryable(layer)) ||
            !is_seen) {
            continue;
        }
        mapfile::Layer definition = *prepared(map, layer, view, substitutions, notes).layer;
        if (layer.type == mapfile::LayerType::Raster) {
            running.push_back(start_raster_pick(map, view, choice, request, std::move(definition),
                                                services, budget));
            continue;
        }
        running.push_back(std::make_unique<LayerPick>(map, view, choice, request,
                                                      std::move(definition), services));
    }
    for (auto const& note : notes) {
        services.log.write(LogLevel::Notice, note);
    }
    Selection selection;
    std::size_t kept_bytes = 0;
    if (request.ends_with_first_hit) {
        std::ranges::reverse(running);
    }
    for (auto& layer : running) {
        auto picked = layer->finish(kept_bytes);
        layer.reset(); // its connection serves others meanwhile
        selection.searched.push_back(picked.layer);
        if (picked.features.size() == 0) {
            continue;
        }
        selection.layers.push_back(std::move(picked));
        if (request.ends_with_first_hit) {
            break;
        }
    }
    services.deadline.check(); // GEOS may have given something up
    return selection;
}

} // namespace ms::render
