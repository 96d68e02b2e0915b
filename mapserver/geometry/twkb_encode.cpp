// SPDX-License-Identifier: MIT
#include "geometry/twkb.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace ms::geometry {
namespace {

enum Type : unsigned { point = 1, linestring, polygon, multi = 3, collection = 7 };

struct GridPoint {
    std::int64_t x = 0;
    std::int64_t y = 0;
};

class Writer {
public:
    Writer(GeometryColumn const& column, int precision, std::vector<std::byte>& out)
        : m_column(column), m_precision(precision), m_scale(std::pow(10.0, std::abs(precision))),
          m_out(out)
    {}

    void write_head(unsigned type, TwkbOptions const& options, bool is_empty)
    {
        put(type | (static_cast<unsigned>(zigzag(m_precision)) << 4U));
        put((options.with_box && !is_empty ? 0x01U : 0U) | (options.with_size ? 0x02U : 0U) |
            (is_empty ? 0x10U : 0U));
    }

    /// Inserts the size of the bytes after `start` in front of them.
    void insert_size(std::size_t start)
    {
        auto const end = m_out.size();
        write_varint(end - start);
        auto const from = m_out.begin() + static_cast<std::ptrdiff_t>(start);
        std::rotate(from, m_out.begin() + static_cast<std::ptrdiff_t>(end), m_out.end());
    }

    void write_box(std::span<Point const> points)
    {
        Box box;
        for (auto const& p : points) {
            box.extend(p);
        }
        auto const low = on_grid({box.min_x, box.min_y});
        auto const high = on_grid({box.max_x, box.max_y});
        write_difference(0, low.x);
        write_difference(low.x, high.x);
        write_difference(0, low.y);
        write_difference(low.y, high.y);
    }

    void write_points(std::span<Point const> points)
    {
        if (points.size() != 1) {
            write_varint(points.size());
        }
        write_coordinates(points);
    }

    void write_parts(std::uint32_t first, std::uint32_t last, unsigned type)
    {
        if (last - first != 1) {
            write_varint(last - first);
        }
        for (auto part = first; part < last; ++part) {
            auto const first_ring = m_column.first_ring(part);
            auto const last_ring = m_column.part_ends[part];
            if (type == polygon) {
                write_varint(last_ring - first_ring);
            }
            for (auto ring = first_ring; ring < last_ring; ++ring) {
                auto const points = m_column.ring(ring);
                write_varint(points.size());
                write_coordinates(points);
            }
        }
    }

private:
    static std::uint64_t zigzag(std::int64_t value) noexcept
    {
        return (static_cast<std::uint64_t>(value) << 1U) ^ (value < 0 ? ~std::uint64_t{0} : 0U);
    }
    void put(unsigned value) { m_out.push_back(static_cast<std::byte>(value)); }
    void write_varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7U) {
            put((value & 0x7fU) | 0x80U);
        }
        put(static_cast<unsigned>(value));
    }
    void write_difference(std::int64_t from, std::int64_t to) { write_varint(zigzag(to - from)); }

    [[nodiscard]] std::int64_t on_grid(double value) const noexcept
    {
        constexpr double most = 4.0e18; // differences of two such values still fit
        double const scaled = m_precision >= 0 ? value * m_scale : value / m_scale;
        return std::llround(std::clamp(scaled, -most, most));
    }
    [[nodiscard]] GridPoint on_grid(Point p) const noexcept { return {on_grid(p.x), on_grid(p.y)}; }

    void write_coordinates(std::span<Point const> points)
    {
        for (auto const& p : points) {
            auto const next = on_grid(p);
            write_difference(m_last.x, next.x);
            write_difference(m_last.y, next.y);
            m_last = next;
        }
    }

    GeometryColumn const& m_column;
    int m_precision;
    double m_scale;
    std::vector<std::byte>& m_out;
    GridPoint m_last;
};

} // namespace

void encode_twkb(GeometryColumn const& column, std::size_t index, TwkbOptions const& options,
                 std::vector<std::byte>& out)
{
    assert(options.precision >= -7 && options.precision <= 7);
    auto const kind = column.kinds[index];
    auto const points = column.points_of(index);
    auto const first = column.first_part(index);
    auto const last = column.feature_ends[index];
    bool const is_single = kind == Kind::Point ? points.size() == 1 : last - first == 1;
    constexpr std::array<unsigned, 4> single_types{collection, point, linestring, polygon};
    auto const single_type = single_types[static_cast<std::size_t>(kind)];
    auto const type = is_single || kind == Kind::None ? single_type : single_type + multi;

    Writer writer{column, options.precision, out};
    writer.write_head(type, options, points.empty());
    auto const start = out.size();
    if (!points.empty()) {
        if (options.with_box) {
            writer.write_box(points);
        }
        if (kind == Kind::Point) {
            writer.write_points(points);
        } else {
            writer.write_parts(first, last, single_type);
        }
    }
    if (options.with_size) {
        writer.insert_size(start);
    }
}

} // namespace ms::geometry
