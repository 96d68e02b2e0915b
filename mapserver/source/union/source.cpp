// SPDX-License-Identifier: MIT
#include "source/union/source.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "crs/definition.hpp"
#include "crs/transformation.hpp"
#include "expr/bind.hpp"
#include "geometry/relate.hpp"
#include "mapfile/condition.hpp"
#include "source/data_crs.hpp"
#include "source/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace ms::source::union_layer {

namespace {

constexpr std::string_view layer_name = "Union_SourceLayerName";
constexpr std::string_view layer_group = "Union_SourceLayerGroup";

bool is_special(std::string_view name)
{
    return equals_ignoring_case(name, layer_name) || equals_ignoring_case(name, layer_group);
}

/// One layer of the union.
struct Member {
    mapfile::Layer const* layer = nullptr;
    std::unique_ptr<FeatureSource> source;
    crs::Transformation to_union;
};

/// The origin of a column of the union in a member's batch.
struct Column {
    std::string name;
    std::optional<std::size_t> at; ///< nothing: a constant
};

/// A member whose query is on its way.
struct Running {
    Member const* member = nullptr;
    std::unique_ptr<FeatureCursor> cursor;
    std::vector<Column> columns;
};

class Cursor final : public FeatureCursor {
public:
    Cursor(std::vector<Running> running, Query const& query)
        : m_running(std::move(running)), m_query(query),
          m_left(query.max_features < 0 ? std::numeric_limits<std::int64_t>::max()
                                        : query.max_features)
    {
        if (!query.filter.is_always_true()) {
            auto const& names = query.filter.attributes();
            m_filter_fields.assign(names.begin(), names.end());
            m_filter.emplace(query.filter, m_filter_fields,
                             expr::Environment{.map_cell_size = query.pixel_size});
        }
    }

    bool next(feature::FeatureBatch& batch) override
    {
        batch.reset(m_query.fields.size());
        while (m_next < m_running.size() && m_left > 0) {
            auto& running = m_running[m_next];
            m_member_batch.geometry.has_z = batch.geometry.has_z;
            if (running.cursor->next(m_member_batch)) {
                take(running, batch);
                return true;
            }
            ++m_next;
        }
        return false;
    }

private:
    void take(Running const& running, feature::FeatureBatch& batch)
    {
        batch.skipped = m_member_batch.skipped;
        (void)running.member->to_union.forward(m_member_batch.geometry.points);
        for (std::size_t row = 0; row < m_member_batch.size() && m_left > 0; ++row) {
            if (passes(running, row)) {
                append(running, row, batch);
                --m_left;
            }
        }
    }

    bool passes(Running const& running, std::size_t row)
    {
        if (!m_filter) {
            return true;
        }
        m_row.reset(m_filter_fields.size());
        if (m_query.filter.uses_shape()) { // a BBOX of WFS does
            geometry::append_feature({m_member_batch.geometry, row}, m_row.geometry);
        } else {
            m_row.geometry.end_feature(geometry::Kind::None);
        }
        for (std::size_t i = 0; i < m_filter_fields.size(); ++i) {
            copy(running, running.columns[m_query.fields.size() + i], row, m_row.attributes[i]);
        }
        return m_filter->is_true(m_row, 0);
    }

    void append(Running const& running, std::size_t row, feature::FeatureBatch& batch) const
    {
        geometry::append_feature({m_member_batch.geometry, row}, batch.geometry);
        for (std::size_t i = 0; i < m_query.fields.size(); ++i) {
            copy(running, running.columns[i], row, batch.attributes[i]);
        }
        if (m_query.with_ids) {
            batch.ids.append(m_member_batch.ids[row]);
        }
        if (row < m_member_batch.texts.size()) {
            batch.texts.append(m_member_batch.texts[row]);
        } else {
            batch.texts.append_null();
        }
    }

    void copy(Running const& running, Column const& column, std::size_t row,
              feature::TextColumn& out) const
    {
        if (column.at) {
            auto const& from = m_member_batch.attributes[*column.at];
            if (from.is_null(row)) {
                out.append_null();
            } else {
                out.append(from[row]);
            }
        } else if (equals_ignoring_case(column.name, layer_name)) {
            out.append(running.member->layer->name);
        } else if (equals_ignoring_case(column.name, layer_group)) {
            out.append(running.member->layer->group);
        } else {
            out.append_null();
        }
    }

    std::vector<Running> m_running;
    Query m_query;
    std::int64_t m_left;
    std::vector<std::string> m_filter_fields;
    std::optional<expr::Bound> m_filter;
    std::size_t m_next = 0;
    feature::FeatureBatch m_member_batch;
    feature::FeatureBatch m_row;
};

class Source final : public FeatureSource {
public:
    Source(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services)
        : m_map(map), m_layer(layer)
    {
        for (auto const* member : layers_of(map, layer)) {
            m_members.push_back(
                {member, open_source(map, *member, services),
                 crs::Transformation{written_crs(map, *member), written_crs(map, layer)}});
        }
    }

    /// The attributes of all members, each name once.
    feature::Schema const& schema() override
    {
        if (m_schema.fields.empty()) {
            for (auto const& member : m_members) {
                for (auto const& field : member.source->schema().fields) {
                    if (!m_schema.find(field.name)) {
                        m_schema.fields.push_back(field);
                    }
                }
            }
            m_schema.fields.push_back({.name = std::string{layer_name}});
            m_schema.fields.push_back({.name = std::string{layer_group}});
        }
        return m_schema;
    }

    std::optional<geometry::Box> extent() override
    {
        geometry::Box all;
        for (auto const& member : m_members) {
            if (auto const box = member.source->extent()) {
                auto const seen = member.to_union.forward(*box);
                all.extend({seen.min_x, seen.min_y});
                all.extend({seen.max_x, seen.max_y});
            }
        }
        return all.is_empty() ? std::nullopt : std::optional{all};
    }

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        std::vector<Running> running;
        for (auto& member : m_members) {
            if (takes_part(m_layer, *member.layer, query.scale_denominator)) {
                auto columns = columns_of(member, query);
                auto cursor = member.source->start(member_query(member, query, columns));
                running.push_back({&member, std::move(cursor), std::move(columns)});
            }
        }
        return std::make_unique<Cursor>(std::move(running), query);
    }

    std::optional<std::string> version(DataVersions& versions) override
    {
        std::string all;
        for (auto const& member : m_members) {
            auto const one = member.source->version(versions);
            if (!one) {
                return std::nullopt;
            }
            all.append(std::to_string(one->size())).append(":").append(*one);
        }
        return all;
    }

    std::string explain(Query const& query) override
    {
        std::string text = "union of";
        for (auto& member : m_members) {
            auto columns = columns_of(member, query);
            text += fmt::format(
                "\n\"{}\"{}: {}", member.layer->name,
                takes_part(m_layer, *member.layer, query.scale_denominator) ? "" : " (left out)",
                member.source->explain(member_query(member, query, columns)));
        }
        return text;
    }

private:
    /// The requested columns, then those of the filter.
    static std::vector<Column> columns_of(Member const& member, Query const& query)
    {
        std::vector<Column> columns;
        auto const& schema = member.source->schema();
        std::size_t next = 0;
        auto const add = [&](std::string const& name) {
            bool const is_there = !is_special(name) && schema.find(name);
            columns.push_back({name, is_there ? std::optional{next++} : std::nullopt});
        };
        std::ranges::for_each(query.fields, add);
        std::ranges::for_each(query.filter.attributes(), add);
        return columns;
    }

    [[nodiscard]] Query member_query(Member const& member, Query const& query,
                                     std::vector<Column> const& columns) const
    {
        auto own = query;
        own.fields.clear();
        for (auto const& column : columns) {
            if (column.at) {
                own.fields.push_back(column.name);
            }
        }
        own.filter = m_map.expressions.condition(member.layer->filter, member.layer->filter_item);
        own.max_features = query.filter.is_always_true() ? query.max_features : -1;
        own.world_edge = member.to_union.from().world_edge();
        if (query.box && !member.to_union.is_identity()) {
            auto const box = member.to_union.inverse(*query.box);
            own.box = box.is_empty() ? std::nullopt : std::optional{box};
            own.pixel_size = query.pixel_size * box.width() / query.box->width();
        }
        return own;
    }

    mapfile::Map const& m_map;
    mapfile::Layer const& m_layer;
    std::vector<Member> m_members;
    feature::Schema m_schema;
};

} // namespace

std::vector<mapfile::Layer const*> layers_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<mapfile::Layer const*> members;
    for (auto const part : split(layer.connection, ',')) {
        auto const name = trim(part);
        auto const found = std::ranges::find(map.layers, name, &mapfile::Layer::name);
        if (found == map.layers.end() || found->connection_type == mapfile::ConnectionType::Union) {
            throw Error{
                ErrorKind::BadMapfile,
                fmt::format("layer \"{}\": CONNECTION names \"{}\", which is {} ({})", layer.name,
                            name,
                            found == map.layers.end() ? "no layer of the map" : "a union itself",
                            map.where(layer.connection_at))};
        }
        members.push_back(&*found);
    }
    return members;
}

bool checks_status(mapfile::Layer const& layer)
{
    auto const check = layer.processing_value("UNION_STATUS_CHECK");
    return check && equals_ignoring_case(*check, "TRUE");
}

bool takes_part(mapfile::Layer const& layer, mapfile::Layer const& member, double scale)
{
    bool const is_on = member.status != mapfile::Status::Off;
    bool const is_in_scale =
        scale <= 0 ||
        ((member.max_scale_denominator <= 0 || scale <= member.max_scale_denominator) &&
         (member.min_scale_denominator <= 0 || scale > member.min_scale_denominator));
    auto const scale_check = layer.processing_value("UNION_SCALE_CHECK");
    bool const is_at_all_scales = scale_check && equals_ignoring_case(*scale_check, "FALSE");
    return (is_on || !checks_status(layer)) && (is_in_scale || is_at_all_scales);
}

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& services)
{
    return std::make_unique<Source>(map, layer, services);
}

} // namespace ms::source::union_layer
