// SPDX-License-Identifier: MIT
#include "source/cluster/source.hpp"

#include "source/layer_error.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/bind.hpp"
#include "geometry/relate.hpp"
#include "mapfile/condition.hpp"
#include "source/cluster/aggregate.hpp"
#include "source/cluster/grouping.hpp"
#include "source/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace ms::source::cluster {

namespace {

/// Of a value of GROUP, beside its text twice.
constexpr std::size_t key_bytes = 128;

/// The layer's settings of its clusters.
struct Settings {
    double max_distance = 10;
    bool in_map_units = false;
    bool is_ellipse = true;
    bool is_simple = false;
    bool keeps_all = false;
    bool keeps_locations = false;
    expr::Expression group; ///< a text
    bool has_group = false;
    expr::Expression filter;
    bool filters_points = false; ///< `filter` asks for attributes of points only
};

/// The columns of one query: those that are fetched, and those computed from them.
struct Columns {
    std::vector<Item> items;                ///< one per requested field, then those of FILTER
    std::vector<std::string> filter_fields; ///< of the conditions on clusters
    std::vector<std::string> fetched;       ///< from the source
    std::vector<std::optional<std::size_t>> sources; ///< of each item, into `fetched`
};

std::size_t position_in(std::vector<std::string>& names, std::string_view name)
{
    auto const found = std::ranges::find(names, name);
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    names.emplace_back(name);
    return names.size() - 1;
}

class Cursor final : public FeatureCursor {
public:
    Cursor(Settings const& settings, Query const& query, Columns columns,
           std::unique_ptr<FeatureCursor> cursor, Services const& services)
        : m_settings(settings), m_query(query), m_columns(std::move(columns)),
          m_cursor(std::move(cursor)), m_budget(services.deadline, services.max_kept_bytes),
          m_left(query.max_features < 0 ? std::numeric_limits<std::int64_t>::max()
                                        : query.max_features)
    {
        if (settings.has_group) {
            m_group.emplace(settings.group, m_columns.fetched);
        }
        auto const bind = [&](expr::Expression const& condition, auto& bound) {
            if (!condition.is_always_true()) {
                bound.emplace(condition, m_columns.filter_fields);
            }
        };
        if (settings.filters_points) {
            m_point_filter.emplace(settings.filter, m_columns.fetched);
        } else {
            bind(settings.filter, m_filter);
        }
        bind(query.cluster_filter, m_requested);
    }

    bool next(feature::FeatureBatch& batch) override
    {
        if (m_cursor) {
            read_all();
            group();
            m_cursor.reset();
        }
        batch.reset(m_query.fields.size());
        batch.skipped = std::exchange(m_all.skipped, 0);
        while (m_next < m_groups.size() && !batch.is_full() && m_left > 0) {
            emit(m_groups[m_next++], batch);
        }
        return batch.size() > 0 || batch.skipped > 0;
    }

private:
    void read_all()
    {
        m_all.reset(m_columns.fetched.size());
        feature::FeatureBatch batch;
        batch.geometry.has_z = m_query.with_z;
        m_all.geometry.has_z = m_query.with_z;
        while (m_cursor->next(batch)) {
            m_all.skipped += batch.skipped;
            m_budget.keep(batch.bytes() + batch.size() * sizeof(Place));
            for (std::size_t row = 0; row < batch.size(); ++row) {
                m_budget.work();
                if (!m_point_filter || m_point_filter->is_true(batch, row)) {
                    take(batch, row);
                }
            }
        }
    }

    void take(feature::FeatureBatch const& batch, std::size_t row)
    {
        auto const points = batch.geometry.points_of(row);
        if (points.empty() || !std::isfinite(points.front().x) ||
            !std::isfinite(points.front().y)) {
            ++m_all.skipped;
            return;
        }
        geometry::append_feature({batch.geometry, row}, m_all.geometry);
        for (std::size_t i = 0; i < m_columns.fetched.size(); ++i) {
            copy(batch.attributes[i], row, m_all.attributes[i]);
        }
        m_all.ids.append(row < batch.ids.size() ? batch.ids[row] : std::string_view{});
        m_places.push_back({points.front(), key_of(batch, row)});
    }

    /// Points of different GROUPs are never one.
    std::uint32_t key_of(feature::FeatureBatch const& batch, std::size_t row)
    {
        std::string text;
        if (m_group) {
            m_group->append_text(batch, row, text);
        }
        auto const next = static_cast<std::uint32_t>(m_keys.size());
        auto const [entry, is_new] = m_keys.try_emplace(std::move(text), next);
        if (is_new) {
            m_budget.keep(key_bytes + 2 * entry->first.size());
            m_key_texts.push_back(entry->first);
        }
        return entry->second;
    }

    void group()
    {
        bool const in_map_units = m_settings.in_map_units;
        Region const region{m_settings.max_distance * (in_map_units ? 1 : m_query.pixel_size),
                            m_settings.is_ellipse, in_map_units ? 1 : m_query.pixel_aspect};
        if (region.distance > 0) {
            m_groups = m_settings.is_simple ? group_simply(m_places, region, m_budget)
                                            : group_fully(m_places, region, m_budget);
        } else { // the pixel size is unknown
            for (std::uint32_t i = 0; i < m_places.size(); ++i) {
                m_groups.push_back({.base = i, .members = {i}, .middle = m_places[i].at});
            }
        }
    }

    void emit(Group const& group, feature::FeatureBatch& batch)
    {
        if (!is_true(m_filter, group, group.base)) {
            return;
        }
        if (m_settings.keeps_all) {
            for (auto const member : group.members) {
                if (member != group.base) {
                    emit_member(group, member, batch);
                }
            }
        }
        emit_member(group, group.base, batch); // last, as in MapServer
    }

    void emit_member(Group const& group, std::uint32_t member, feature::FeatureBatch& batch)
    {
        m_budget.work();
        if (is_true(m_requested, group, member)) {
            append(group, member, batch);
            --m_left;
        }
    }

    bool is_true(std::optional<expr::Bound>& condition, Group const& group, std::uint32_t member)
    {
        if (!condition) {
            return true;
        }
        m_row.reset(m_columns.filter_fields.size());
        append_shape(group, member, m_row);
        append_values(group, member, m_query.fields.size(), m_row);
        return condition->is_true(m_row, 0);
    }

    void append_shape(Group const& group, std::uint32_t member, feature::FeatureBatch& batch) const
    {
        bool const is_single = group.members.size() == 1;
        if (is_single || m_settings.keeps_locations) {
            geometry::append_feature({m_all.geometry, member}, batch.geometry);
        } else {
            batch.geometry.points.push_back(group.middle);
            batch.geometry.end_ring();
            batch.geometry.end_part();
            batch.geometry.end_feature(geometry::Kind::Point);
        }
    }

    void append(Group const& group, std::uint32_t member, feature::FeatureBatch& batch)
    {
        append_shape(group, member, batch);
        append_values(group, member, 0, batch);
        if (m_query.with_ids) {
            batch.ids.append(m_all.ids[member]);
        }
    }

    /// Appends one item per column of the batch, from `first` on.
    void append_values(Group const& group, std::uint32_t member, std::size_t first,
                       feature::FeatureBatch& batch) const
    {
        for (std::size_t i = 0; i < batch.attributes.size(); ++i) {
            append_value(group, member, first + i, batch.attributes[i]);
        }
    }

    void append_value(Group const& group, std::uint32_t member, std::size_t item,
                      feature::TextColumn& out) const
    {
        auto const how = m_columns.items[item].aggregate;
        if (how == Aggregate::FeatureCount) {
            if (member == group.base) {
                out.append(std::to_string(group.members.size()));
            } else {
                out.append_null();
            }
        } else if (how == Aggregate::Group) {
            out.append(m_key_texts[m_places[member].key]);
        } else if (how == Aggregate::BaseFid) {
            out.append(m_all.ids[group.base]);
        } else if (how == Aggregate::Base) {
            copy(m_all.attributes[*m_columns.sources[item]], member, out);
        } else if (auto const value =
                       aggregate(how, m_all.attributes[*m_columns.sources[item]], group.members)) {
            out.append(*value);
        } else {
            out.append_null();
        }
    }

    static void copy(feature::TextColumn const& from, std::size_t row, feature::TextColumn& out)
    {
        if (from.is_null(row)) {
            out.append_null();
        } else {
            out.append(from[row]);
        }
    }

    Settings const& m_settings;
    Query m_query;
    Columns m_columns;
    std::unique_ptr<FeatureCursor> m_cursor; ///< null once everything is read
    Budget m_budget;
    std::int64_t m_left;
    std::optional<expr::Bound> m_group;
    std::optional<expr::Bound> m_point_filter; ///< of the CLUSTER, one of these two
    std::optional<expr::Bound> m_filter;
    std::optional<expr::Bound> m_requested; ///< of the query
    feature::FeatureBatch m_all;            ///< every point, with the fetched columns
    feature::FeatureBatch m_row;
    std::vector<Place> m_places;
    std::map<std::string, std::uint32_t> m_keys; ///< texts of GROUP
    std::vector<std::string> m_key_texts;
    std::vector<Group> m_groups;
    std::size_t m_next = 0;
};

class Source final : public FeatureSource {
public:
    Source(mapfile::Map const& map, mapfile::Layer const& layer, Settings settings,
           Services const& services)
        : m_settings(std::move(settings)), m_services(services),
          m_source(open_ungrouped(map, layer, services))
    {}

    feature::Schema const& schema() override
    {
        if (m_schema.fields.empty()) {
            m_schema = m_source->schema();
            m_schema.fields.push_back(
                {.name = "Cluster_FeatureCount", .type = feature::FieldType::Integer});
            m_schema.fields.push_back({.name = "Cluster_Group"});
            m_schema.fields.push_back({.name = "Cluster_BaseFID"});
        }
        return m_schema;
    }

    std::optional<geometry::Box> extent() override { return m_source->extent(); }

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        auto columns = columns_of(query);
        auto cursor = m_source->start(source_query(query, columns));
        return std::make_unique<Cursor>(m_settings, query, std::move(columns), std::move(cursor),
                                        m_services);
    }

    std::optional<std::string> version(DataVersions& versions) override
    {
        return m_source->version(versions);
    }

    std::string explain(Query const& query) override
    {
        return fmt::format("clusters within {:g} {} of\n{}", m_settings.max_distance,
                           m_settings.in_map_units ? "map units" : "pixels",
                           m_source->explain(source_query(query, columns_of(query))));
    }

private:
    [[nodiscard]] Columns columns_of(Query const& query) const
    {
        Columns columns;
        auto const add = [&](std::string const& name) {
            auto item = parse_item(name);
            columns.sources.push_back(
                item.attribute.empty()
                    ? std::nullopt
                    : std::optional{position_in(columns.fetched, item.attribute)});
            columns.items.push_back(std::move(item));
        };
        std::ranges::for_each(query.fields, add);
        for (auto const* const condition : {&m_settings.filter, &query.cluster_filter}) {
            for (auto const& name : condition->attributes()) {
                (void)position_in(columns.filter_fields, name);
            }
        }
        std::ranges::for_each(columns.filter_fields, add);
        for (auto const& name : m_settings.group.attributes()) {
            (void)position_in(columns.fetched, name);
        }
        return columns;
    }

    [[nodiscard]] static Query source_query(Query const& query, Columns const& columns)
    {
        auto own = query;
        own.fields = columns.fetched;
        own.max_features = -1;
        own.cluster_filter = {};
        own.with_ids = query.with_ids || std::ranges::any_of(columns.items, [](Item const& item) {
                           return item.aggregate == Aggregate::BaseFid;
                       });
        return own;
    }

    Settings m_settings;
    Services const& m_services;
    std::unique_ptr<FeatureSource> m_source;
    feature::Schema m_schema;
};

bool is_on(mapfile::Layer const& layer, std::string_view key)
{
    auto const value = layer.processing_value(key);
    return value && !equals_ignoring_case(*value, "OFF") && !equals_ignoring_case(*value, "NO") &&
           !equals_ignoring_case(*value, "FALSE");
}

/// Whether a condition is about points before they are grouped.
bool is_of_points(expr::Expression const& condition)
{
    return !condition.is_always_true() &&
           std::ranges::all_of(condition.attributes(), [](std::string const& name) {
               return parse_item(name).aggregate == Aggregate::Base;
           });
}

Settings settings_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const& cluster = *layer.cluster;
    Settings settings{.max_distance = cluster.max_distance,
                      .in_map_units = is_on(layer, "CLUSTER_USE_MAP_UNITS"),
                      .is_ellipse = equals_ignoring_case(cluster.region, "ellipse"),
                      .keeps_all = is_on(layer, "CLUSTER_GET_ALL_SHAPES"),
                      .keeps_locations = is_on(layer, "CLUSTER_KEEP_LOCATIONS"),
                      .group = {},
                      .has_group = cluster.group.is_set(),
                      .filter = {}};
    if (!settings.is_ellipse && !equals_ignoring_case(cluster.region, "rectangle")) {
        throw Error{ErrorKind::BadMapfile, "REGION is \"rectangle\" or \"ellipse\""};
    }
    auto const algorithm = layer.processing_value("CLUSTER_ALGORITHM").value_or("FULL");
    settings.is_simple = equals_ignoring_case(algorithm, "SIMPLE");
    if (!settings.is_simple && !equals_ignoring_case(algorithm, "FULL")) {
        throw Error{ErrorKind::BadMapfile, "CLUSTER_ALGORITHM is FULL or SIMPLE"};
    }
    if (settings.has_group) {
        settings.group = map.expressions.text(cluster.group);
    }
    settings.filter = map.expressions.condition(cluster.filter, "");
    settings.filters_points = is_of_points(settings.filter);
    return settings;
}

} // namespace

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& services)
{
    if (layer.type != mapfile::LayerType::Point) {
        throw LayerError{
            ErrorKind::BadMapfile,
            fmt::format("layer \"{}\": CLUSTER: only layers of TYPE POINT have clusters ({})",
                        layer.name, map.where(layer.cluster->at)),
            not_drawn(layer.name,
                      "msClusterLayerOpen(): General error message. Only point layers are "
                      "supported for clustering: " +
                          layer.name)};
    }
    Settings settings;
    try {
        settings = settings_of(map, layer);
    } catch (Error const& error) {
        throw Error{error.kind(), fmt::format("layer \"{}\": CLUSTER: {} ({})", layer.name,
                                              error.what(), map.where(layer.cluster->at))};
    }
    return std::make_unique<Source>(map, layer, std::move(settings), services);
}

} // namespace ms::source::cluster
