// SPDX-License-Identifier: MIT
#include "source/raster/rows.hpp"

#include "expr/bind.hpp"

#include <optional>
#include <utility>

namespace ms::source::raster {

namespace {

bool meet(geometry::Box const& a, geometry::Box const& b)
{
    return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y;
}

class RowsCursor final : public FeatureCursor {
public:
    RowsCursor(ComputeRows compute, Query const& query, std::vector<std::size_t> columns,
               std::vector<std::size_t> filter_columns)
        : m_compute(std::move(compute)), m_kind(query.kind), m_box(query.box), m_id(query.id),
          m_with_ids(query.with_ids), m_left(query.max_features), m_columns(std::move(columns)),
          m_filter_columns(std::move(filter_columns))
    {
        if (!query.filter.is_always_true()) {
            m_filter.emplace(query.filter, query.filter.attributes(),
                             expr::Environment{.map_cell_size = query.pixel_size});
        }
    }

    bool next(feature::FeatureBatch& batch) override
    {
        batch.reset(m_columns.size());
        if (m_compute) {
            m_all = std::exchange(m_compute, {})();
        }
        while (m_left != 0 && m_next < m_all.size() && !batch.is_full()) {
            auto const row = m_next++;
            if (is_requested(row)) {
                append(row, batch);
                m_left -= m_left > 0 ? 1 : 0;
            }
        }
        return batch.size() > 0;
    }

private:
    bool is_requested(std::size_t row)
    {
        if ((m_box && !meet(m_all.geometry.box_of(row), *m_box)) ||
            (m_id && std::to_string(row) != *m_id)) {
            return false;
        }
        if (!m_filter) {
            return true;
        }
        m_filter_row.reset(m_filter_columns.size());
        append_geometry(row, m_all.geometry.kinds[row], m_filter_row.geometry);
        append_values(row, m_filter_columns, m_filter_row);
        return m_filter->is_true(m_filter_row, 0);
    }

    void append(std::size_t row, feature::FeatureBatch& batch)
    {
        append_geometry(row, m_kind == geometry::Kind::None ? m_all.geometry.kinds[row] : m_kind,
                        batch.geometry);
        append_values(row, m_columns, batch);
        if (m_with_ids) {
            batch.ids.append(std::to_string(row));
        }
    }

    void append_geometry(std::size_t row, geometry::Kind kind, geometry::GeometryColumn& out) const
    {
        auto const& all = m_all.geometry;
        for (auto part = all.first_part(row); part < all.feature_ends[row]; ++part) {
            for (auto ring = all.first_ring(part); ring < all.part_ends[part]; ++ring) {
                auto const points = all.ring(ring);
                out.points.insert(out.points.end(), points.begin(), points.end());
                out.end_ring();
            }
            out.end_part();
        }
        out.end_feature(kind);
    }

    void append_values(std::size_t row, std::vector<std::size_t> const& columns,
                       feature::FeatureBatch& batch) const
    {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            batch.attributes[i].append(m_all.attributes[columns[i]][row]);
        }
    }

    ComputeRows m_compute; ///< empty: done
    geometry::Kind m_kind;
    std::optional<geometry::Box> m_box;
    std::optional<std::string> m_id;
    bool m_with_ids;
    std::int64_t m_left; ///< negative: all
    std::vector<std::size_t> m_columns;
    std::vector<std::size_t> m_filter_columns;
    std::optional<expr::Bound> m_filter;
    feature::FeatureBatch m_filter_row;
    feature::FeatureBatch m_all;
    std::size_t m_next = 0;
};

} // namespace

std::unique_ptr<FeatureCursor> rows_of(ComputeRows compute, Query const& query,
                                       std::vector<std::size_t> columns,
                                       std::vector<std::size_t> filter_columns)
{
    return std::make_unique<RowsCursor>(std::move(compute), query, std::move(columns),
                                        std::move(filter_columns));
}

} // namespace ms::source::raster
