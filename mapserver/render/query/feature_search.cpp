// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "feature/append_row.hpp"
#include "geometry/geos_limit.hpp"
#include "mapfile/declared_z.hpp"
#include "mapfile/layer_kind.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/query/layer_search.hpp"
#include "render/query/pick_target.hpp"
#include "render/query/symbol_hit.hpp"
#include "source/raster/computed.hpp"
#include "source/registry.hpp"
#include "style/class_index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace ms::render {

namespace {

using geometry::GeometryColumn;

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

/// A layer with features while it is searched.
class LayerFeatures final : public LayerSearch {
public:
    LayerFeatures(std::shared_ptr<PickContext> context, LayerChoice const& choice,
                  mapfile::Layer definition, FurtherFeatures::Purpose purpose)
        : m_context(std::move(context)), m_target(m_context->request, definition, m_context->view)
    {
        m_limit = m_target.is_nearest() ? -1 : m_context->request.max_features;
        auto const& map = *m_context->map;
        auto const& view = m_context->view;
        m_layer.layer = choice.layer;
        m_layer.crs = layer_crs(map, definition, view);
        m_to_map = crs::Transformation{m_layer.crs, view.crs};
        m_layer.definition = std::move(definition);
        auto const& layer = m_layer.definition;
        auto const& group = choice.class_group.empty() ? layer.class_group : choice.class_group;
        double const scale =
            m_context->request.ignores_scale ? 0 : view.scale_denominator; // 0: unknown
        m_selection.emplace(layer, group, scale, map.expressions);
        bool const has_size =
            layer.type == mapfile::LayerType::Line || layer.type == mapfile::LayerType::Polygon;
        if (has_size && layer.min_feature_size > 0) {
            m_min_size = layer.min_feature_size * std::max(view.cell_size_x, view.cell_size_y);
        }
        ask_for_symbols(map, view, group);
        m_source = source::open_source(map, layer, m_context->services);
        m_layer.fields = m_source->schema().fields;
        choose_columns(purpose);
        m_classes.emplace(*m_selection, m_names);
        start(choice);
    }

    [[nodiscard]] PickedLayer layer() const override { return m_layer; }
    [[nodiscard]] bool is_done() const noexcept override { return !m_cursor; }

    bool next(PickedFeatures& found) override
    {
        geometry::GeosLimit const limit{m_context->budget};
        auto const& deadline = m_context->services.deadline;
        found.reset(m_names.size());
        found.features.geometry.has_z = m_batch.geometry.has_z;
        m_shapes.clear();
        while (m_cursor && (m_target.is_nearest() || !found.features.is_full())) {
            if (!m_cursor->next(m_batch)) {
                m_cursor.reset();
                break;
            }
            deadline.check();
            consider_batch(found);
        }
        deadline.check(); // GEOS may have given something up
        if (m_count == static_cast<std::int64_t>(found.size()) && !m_cursor) {
            order_by_shapes(found);
        }
        return found.size() > 0;
    }

private:
    /// IDENTIFY: reads the features whose symbols may reach the point, and tests them one by one.
    void ask_for_symbols(mapfile::Map const& map, Viewport const& view, std::string const& drawn)
    {
        auto const group = identified_group(m_layer.definition, drawn);
        auto const point = m_target.point();
        if (!group || !point) {
            return;
        }
        double const cell = std::max(view.cell_size_x, view.cell_size_y);
        m_symbols.emplace(map, m_layer.definition, view, *group, *point,
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
        one.fields = m_layer.fields;
        one.first.reset(m_names.size());
        feature::append_row(batch, row, one.first.features);
        return m_symbols->is_hit(one, m_context->services);
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

    /// The points of the requested map: they are counted from it.
    void ask_for_samples(Viewport const& view, source::Query& query) const
    {
        auto const in_layer = m_to_map.inverse_around(centres_seen_of(view));
        if (!in_layer.is_empty()) {
            query.box = in_layer;
            query.image = image_of_query(m_layer.definition, m_layer.crs, view);
        }
    }

    /// All that the layer has. Counting needs those that decide which features are found.
    void choose_columns(FurtherFeatures::Purpose purpose)
    {
        m_has_ids = purpose == FurtherFeatures::Purpose::Use;
        std::vector<std::string> decisive;
        m_selection->collect_fields(decisive);
        for (auto const& field : m_layer.fields) {
            bool const is_decisive = std::ranges::any_of(decisive, [&](std::string const& name) {
                return equals_ignoring_case(name, field.name);
            });
            if (m_has_ids || m_symbols || is_decisive) {
                m_names.push_back(field.name);
            }
        }
    }

    void start(LayerChoice const& choice)
    {
        auto const& layer = m_layer.definition;
        auto const& view = m_context->view;
        source::Query query;
        query.kind = mapfile::kind_of(layer.type); // None: any kind of data
        query.fields = m_names;
        query.with_ids = m_has_ids;
        query.with_z = mapfile::declares_z(layer);
        m_batch.geometry.has_z = query.with_z;
        query.filter = expr::both(layer_filter(*m_context->map, layer), choice.filter);
        source::add_condition(query, layer, choice.requested_filter);
        auto const limits = feature_limits(layer);
        query.max_features = limits.fetched;
        if (limits.classified >= 0) {
            m_limit = m_limit < 0 ? limits.classified : std::min(m_limit, limits.classified);
        }
        query.scale_denominator = view.scale_denominator;
        query.world_edge = m_to_map.from().world_edge();
        if (auto const* const by = std::get_if<ById>(&m_context->request.where)) {
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
        if (source::raster::is_sampled(layer)) {
            ask_for_samples(view, query);
        }
        if (m_limit != 0) {
            m_cursor = m_source->start(query);
        }
    }

    void consider_batch(PickedFeatures& found)
    {
        m_projected = m_batch.geometry;
        m_to_map.forward(m_projected.points);
        m_classes->classify(m_batch, m_row_classes);
        for (std::size_t row = 0; row < m_batch.size() && m_cursor; ++row) {
            m_context->budget.work();
            consider(row, found);
        }
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
        auto const& layer = m_layer.definition;
        if (!layer.template_path.empty() || !m_context->request.needs_template) {
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

    /// As in MapServer, the features at the first of several shapes come first; so they do if they
    /// are not more than are kept.
    void order_by_shapes(PickedFeatures& found) const
    {
        if (m_target.is_nearest() || std::ranges::is_sorted(m_shapes)) {
            return;
        }
        std::vector<std::size_t> order(m_shapes.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t row) { return m_shapes[row]; });
        PickedFeatures ordered;
        ordered.reset(m_names.size());
        ordered.features.geometry.has_z = found.features.geometry.has_z;
        for (auto const row : order) {
            feature::append_row(found.features, row, ordered.features);
            ordered.classes.push_back(found.classes[row]);
        }
        found = std::move(ordered);
    }

    void consider(std::size_t row, PickedFeatures& found)
    {
        auto const number = class_of(row);
        if (!can_be_found(number) || is_too_small(row)) {
            return;
        }
        auto const hit = m_target.hit({m_projected, row});
        if (!hit || (m_target.is_nearest() && hit->distance > m_least) || !is_hit(m_batch, row)) {
            return;
        }
        if (m_target.is_nearest()) { // of equally near ones the last, which is drawn on top
            m_least = hit->distance;
            found.reset(m_names.size());
            m_count = 0; // so that MAXFEATURES 1 ends with the first, as in MapServer
        }
        feature::append_row(m_batch, row, found.features);
        found.classes.push_back(number);
        m_shapes.push_back(hit->shape);
        ++m_count;
        if (m_count == m_limit) {
            m_cursor.reset();
        }
    }

    std::shared_ptr<PickContext> m_context;
    std::int64_t m_limit = -1;
    std::int64_t m_count = 0; ///< that have been found
    PickTarget m_target;
    std::optional<SymbolHit> m_symbols; ///< of IDENTIFY
    PickedLayer m_layer;                ///< without features
    crs::Transformation m_to_map{{}, {}};
    std::optional<style::ClassSelection> m_selection;
    std::vector<std::string> m_names; ///< of the columns
    bool m_has_ids = false;
    std::optional<style::ClassIndex> m_classes;
    std::unique_ptr<source::FeatureSource> m_source;
    std::unique_ptr<source::FeatureCursor>
        m_cursor; ///< after the source: it must go first; null: done
    feature::FeatureBatch m_batch;
    GeometryColumn m_projected;
    std::vector<std::int32_t> m_row_classes;
    std::vector<std::size_t> m_shapes; ///< of AtShapes: the first that each found feature touches
    double m_min_size = 0;             ///< of a feature's box, map units
    double m_least = std::numeric_limits<double>::infinity();
};

} // namespace

std::unique_ptr<LayerSearch> start_feature_search(std::shared_ptr<PickContext> context,
                                                  LayerChoice const& choice,
                                                  mapfile::Layer definition,
                                                  FurtherFeatures::Purpose purpose)
{
    return std::make_unique<LayerFeatures>(std::move(context), choice, std::move(definition),
                                           purpose);
}

} // namespace ms::render
