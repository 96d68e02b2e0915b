// SPDX-License-Identifier: MIT
#include "source/inline_source.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/bind.hpp"
#include "geometry/feature_builder.hpp"
#include "geometry/wkt.hpp"
#include "mapfile/layer_kind.hpp"

#include <limits>

namespace ms::source {

namespace {

using feature::FeatureBatch;
using geometry::Kind;

bool append_points(mapfile::Feature const& feature, Kind pieces, Kind requested,
                   geometry::GeometryColumn& out)
{
    geometry::FeatureBuilder builder{requested, out};
    for (auto const& part : feature.parts) {
        for (auto const& point : part) {
            builder.points().push_back({point.x, point.y});
        }
        builder.end_piece(pieces);
    }
    if (pieces == Kind::Polygon) {
        builder.end_polygon();
    }
    return builder.finish();
}

/// A circle is between any two points, as in MapServer: those of a MULTIPOINT are taken as a line.
bool append_circle(std::string_view wkt, geometry::GeometryColumn& out)
{
    if (!geometry::append_wkt(wkt, Kind::Point, out)) {
        return false;
    }
    if (out.kinds.back() == Kind::Point) {
        out.kinds.back() = Kind::Line;
    }
    return true;
}

/// Returns false, and appends nothing, if the feature cannot be drawn as `requested`.
bool append_geometry(mapfile::Feature const& feature, mapfile::LayerType type, Kind requested,
                     geometry::GeometryColumn& out)
{
    if (feature.wkt.empty()) {
        return append_points(feature, mapfile::piece_kind(type, requested), requested, out);
    }
    if (type == mapfile::LayerType::Circle && requested == Kind::Line) {
        return append_circle(feature.wkt, out);
    }
    return geometry::append_wkt(feature.wkt, requested, out);
}

void remove_last(geometry::GeometryColumn& column)
{
    auto const part = column.first_part(column.size() - 1);
    auto const ring = column.first_ring(part);
    column.points.resize(column.first_point(ring));
    column.z.resize(column.has_z ? column.points.size() : 0);
    column.ring_ends.resize(ring);
    column.part_ends.resize(part);
    column.feature_ends.pop_back();
    column.kinds.pop_back();
}

feature::Schema schema_of(mapfile::Layer const& layer)
{
    feature::Schema schema;
    if (auto const items = layer.processing_value("ITEMS"); items && !items->empty()) {
        for (auto const name : split(*items, ',')) {
            schema.fields.push_back({.name = std::string{trim(name)}});
        }
    }
    return schema;
}

class InlineCursor final : public FeatureCursor {
public:
    InlineCursor(mapfile::Layer const& layer, Query const& query, std::vector<std::size_t> fields,
                 std::vector<std::size_t> filter_fields)
        : m_layer(layer), m_query(query), m_fields(std::move(fields)),
          m_filter_fields(std::move(filter_fields)),
          m_left(query.max_features < 0 ? std::numeric_limits<std::int64_t>::max()
                                        : query.max_features)
    {
        if (!query.filter.is_always_true()) {
            m_filter.emplace(query.filter, query.filter.attributes(),
                             expr::Environment{.map_cell_size = query.pixel_size});
        }
    }

    bool next(FeatureBatch& batch) override
    {
        batch.reset(m_fields.size());
        while (m_left > 0 && m_next < m_layer.features.size() && !batch.is_full()) {
            append(m_next++, batch);
        }
        return batch.size() > 0 || batch.skipped > 0;
    }

private:
    void append(std::size_t index, FeatureBatch& batch)
    {
        auto const& feature = m_layer.features[index];
        if (m_query.id && *m_query.id != std::to_string(index)) {
            return;
        }
        auto& column = batch.geometry;
        if (!append_geometry(feature, m_layer.type, m_query.kind, column)) {
            ++batch.skipped;
            return;
        }
        if (column.kinds.back() == Kind::None || misses_box(column) || !passes_filter(feature)) {
            remove_last(column);
            return;
        }
        append_values(feature, m_fields, batch);
        if (m_query.with_ids) {
            batch.ids.append(std::to_string(index));
        }
        if (feature.text.empty()) {
            batch.texts.append_null();
        } else {
            batch.texts.append(feature.text);
        }
        --m_left;
    }

    [[nodiscard]] bool misses_box(geometry::GeometryColumn const& column) const
    {
        return m_query.box && !column.box_of(column.size() - 1).intersects(*m_query.box);
    }

    [[nodiscard]] bool passes_filter(mapfile::Feature const& feature)
    {
        if (!m_filter) {
            return true;
        }
        m_row.reset(m_filter_fields.size());
        (void)append_geometry(feature, m_layer.type, m_query.kind, m_row.geometry);
        append_values(feature, m_filter_fields, m_row);
        return m_filter->is_true(m_row, 0);
    }

    static void append_values(mapfile::Feature const& feature,
                              std::vector<std::size_t> const& fields, FeatureBatch& batch)
    {
        if (fields.empty()) {
            return;
        }
        auto const values = split(feature.items, ';');
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i] < values.size()) {
                batch.attributes[i].append(values[fields[i]]);
            } else {
                batch.attributes[i].append_null();
            }
        }
    }

    mapfile::Layer const& m_layer;
    Query m_query;
    std::vector<std::size_t> m_fields;
    std::vector<std::size_t> m_filter_fields;
    std::optional<expr::Bound> m_filter;
    FeatureBatch m_row; ///< the current feature, for the filter
    std::size_t m_next = 0;
    std::int64_t m_left;
};

class InlineSource final : public FeatureSource {
public:
    InlineSource(mapfile::Map const& map, mapfile::Layer const& layer)
        : m_map(map), m_layer(layer), m_schema(schema_of(layer))
    {
        for (auto const& feature : layer.features) {
            geometry::GeometryColumn column;
            if (!feature.wkt.empty() && !geometry::append_wkt(feature.wkt, Kind::None, column)) {
                throw error("malformed WKT in a FEATURE", feature.at);
            }
        }
    }

    feature::Schema const& schema() override { return m_schema; }

    std::optional<geometry::Box> extent() override
    {
        geometry::GeometryColumn column;
        for (auto const& feature : m_layer.features) {
            (void)append_geometry(feature, m_layer.type, Kind::Point, column);
        }
        geometry::Box box;
        for (auto const& point : column.points) {
            box.extend(point);
        }
        return box.is_empty() ? std::nullopt : std::optional{box};
    }

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        return std::make_unique<InlineCursor>(m_layer, query, columns_of(query.fields),
                                              columns_of(query.filter.attributes()));
    }

    /// All of it is in the mapfile.
    std::optional<std::string> version(DataVersions& /*versions*/) override { return ""; }

    std::string explain(Query const& query) override
    {
        return std::to_string(m_layer.features.size()) + " inline features" +
               (query.filter.is_always_true() ? "" : ", FILTER evaluated here");
    }

private:
    [[nodiscard]] Error error(std::string const& what, mapfile::Position const& at) const
    {
        return Error{ErrorKind::BadMapfile,
                     "layer \"" + m_layer.name + "\": " + what + " (" + m_map.where(at) + ")"};
    }

    [[nodiscard]] std::vector<std::size_t> columns_of(std::span<std::string const> names) const
    {
        std::vector<std::size_t> columns;
        for (auto const& name : names) {
            // Attributes that PROCESSING "ITEMS" does not name are NULL, as in MapServer.
            columns.push_back(m_schema.find(name).value_or(std::string::npos));
        }
        return columns;
    }

    mapfile::Map const& m_map;
    mapfile::Layer const& m_layer;
    feature::Schema m_schema;
};

} // namespace

std::unique_ptr<FeatureSource> open_inline(mapfile::Map const& map, mapfile::Layer const& layer,
                                           Services const& /*services*/)
{
    return std::make_unique<InlineSource>(map, layer);
}

} // namespace ms::source
