// SPDX-License-Identifier: MIT
#include "source/grid/source.hpp"

#include "base/error.hpp"
#include "source/grid/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::source::grid {

namespace {

constexpr std::size_t batch_lines = 512;

/// The number of segments of a line, so that it bends when it is reprojected.
int subdivision(mapfile::Grid const& grid)
{
    constexpr double usual = 256;
    constexpr double most = 10000;
    double const pieces = grid.min_subdivide > 0 && grid.max_subdivide > 0
                              ? std::max(grid.min_subdivide, grid.max_subdivide)
                              : usual;
    return static_cast<int>(std::clamp(pieces, 1.0, most));
}

/// Where meridians end: at the poles if the CRS is one of degrees. There is nothing beyond, so that
/// a piece of a line that ended there would be left out as a whole.
double pole_of(crs::WorldEdge const& edge)
{
    constexpr double half_turn = 180;
    return edge.meridian == half_turn ? half_turn / 2 : std::numeric_limits<double>::infinity();
}

class Cursor final : public FeatureCursor {
public:
    Cursor(Axis const& x, Axis const& y, int pieces, LabelFormat const& format, Query const& query)
        : m_x(x), m_y(y), m_pieces(pieces), m_format(format), m_with_ids(query.with_ids),
          m_kind(query.kind), m_field_count(query.fields.size()), m_pole(pole_of(query.world_edge))
    {}

    bool next(feature::FeatureBatch& batch) override
    {
        batch.reset(m_field_count);
        // MapServer omits the uppermost parallel, which lies on the edge or beyond it.
        while (m_next < m_x.count + m_y.count - 1 && batch.size() < batch_lines) {
            append(m_next++, batch);
        }
        return batch.size() > 0;
    }

private:
    void append(int number, feature::FeatureBatch& batch) const
    {
        bool const is_meridian = number < m_x.count;
        double const value = is_meridian ? m_x.value(number) : m_y.value(number - m_x.count);
        auto const& along = is_meridian ? m_y : m_x;
        auto& geometry = batch.geometry;
        for (int i = 0; i <= m_pieces; ++i) {
            double const at = along.first + (along.last() - along.first) * i / m_pieces;
            geometry.points.push_back(is_meridian
                                          ? geometry::Point{value, std::clamp(at, -m_pole, m_pole)}
                                          : geometry::Point{at, value});
        }
        geometry.end_ring();
        geometry.end_part();
        geometry.end_feature(m_kind == geometry::Kind::Line ? m_kind : geometry::Kind::None);
        batch.texts.append(m_format(value));
        for (auto& attribute : batch.attributes) {
            attribute.append_null(); // classes may use attributes that no graticule has
        }
        if (m_with_ids) {
            batch.ids.append(fmt::format("{}{:g}", is_meridian ? meridian : parallel, value));
        }
    }

    Axis m_x;
    Axis m_y;
    int m_pieces;
    LabelFormat m_format;
    bool m_with_ids;
    geometry::Kind m_kind;
    std::size_t m_field_count;
    double m_pole;
    int m_next = 0;
};

class Source final : public FeatureSource {
public:
    Source(mapfile::Grid const& grid, LabelFormat format)
        : m_grid(grid), m_format(std::move(format))
    {}

    feature::Schema const& schema() override { return m_schema; }
    std::optional<geometry::Box> extent() override { return std::nullopt; }

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        auto const [x, y] = axes(query);
        return std::make_unique<Cursor>(x, y, subdivision(m_grid), m_format, query);
    }

    /// All of it is in the mapfile.
    std::optional<std::string> version(DataVersions& /*versions*/) override { return ""; }

    std::string explain(Query const& query) override
    {
        auto const [x, y] = axes(query);
        return fmt::format("graticule: {} lines every {:g}, {} lines every {:g}", x.count, x.step,
                           y.count, y.step);
    }

private:
    /// nullopt for an invalid box; the world in degrees without a box.
    [[nodiscard]] std::pair<Axis, Axis> axes(Query const& query) const
    {
        auto const box = query.box.value_or(geometry::Box{-180, -90, 180, 90});
        bool const is_box = std::isfinite(box.width()) && std::isfinite(box.height()) &&
                            box.width() > 0 && box.height() > 0;
        return is_box ? std::pair{make_axis(m_grid, box.min_x, box.max_x),
                                  make_axis(m_grid, box.min_y, box.max_y)}
                      : std::pair{Axis{}, Axis{}};
    }

    mapfile::Grid const& m_grid;
    LabelFormat m_format;
    feature::Schema m_schema;
};

} // namespace

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& /*services*/)
{
    try {
        return std::make_unique<Source>(*layer.grid, LabelFormat{layer.grid->label_format});
    } catch (Error const& error) {
        throw Error{error.kind(), fmt::format("layer \"{}\": {} ({})", layer.name, error.what(),
                                              map.where(layer.grid->at))};
    }
}

} // namespace ms::source::grid
