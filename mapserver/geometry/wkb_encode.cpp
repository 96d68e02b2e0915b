// SPDX-License-Identifier: MIT
#include "geometry/wkb.hpp"

#include <bit>
#include <cstdint>

namespace ms::geometry {
namespace {

enum Code : std::uint32_t { point = 1, linestring = 2, polygon = 3, multi = 3, collection = 7 };

class Writer {
public:
    Writer(GeometryColumn const& column, std::vector<std::byte>& out) noexcept
        : m_column(column), m_out(out)
    {}

    void write_points(std::span<Point const> points)
    {
        if (points.size() == 1) {
            write_point(points.front());
            return;
        }
        write_header(point + multi);
        write_u32(static_cast<std::uint32_t>(points.size()));
        for (auto const& p : points) {
            write_point(p);
        }
    }

    /// \param code linestring or polygon
    void write_parts(std::uint32_t first, std::uint32_t last, std::uint32_t code)
    {
        if (last - first != 1) {
            write_header(code + multi);
            write_u32(last - first);
        }
        for (auto part = first; part < last; ++part) {
            write_header(code);
            auto const first_ring = m_column.first_ring(part);
            auto const last_ring = m_column.part_ends[part];
            if (code == polygon) {
                write_u32(last_ring - first_ring);
            }
            for (auto ring = first_ring; ring < last_ring; ++ring) {
                write_ring(m_column.ring(ring));
            }
        }
    }

    void write_empty()
    {
        write_header(collection);
        write_u32(0);
    }

private:
    template <typename T>
    void write_little_endian(T value)
    {
        for (unsigned shift = 0; shift < 8 * sizeof(T); shift += 8) {
            m_out.push_back(static_cast<std::byte>(value >> shift));
        }
    }
    void write_u32(std::uint32_t value) { write_little_endian(value); }
    void write_coordinates(Point p)
    {
        write_little_endian(std::bit_cast<std::uint64_t>(p.x));
        write_little_endian(std::bit_cast<std::uint64_t>(p.y));
    }
    void write_header(std::uint32_t code)
    {
        m_out.push_back(std::byte{1}); // little endian
        write_u32(code);
    }
    void write_point(Point p)
    {
        write_header(point);
        write_coordinates(p);
    }
    void write_ring(std::span<Point const> ring)
    {
        write_u32(static_cast<std::uint32_t>(ring.size()));
        for (auto const& p : ring) {
            write_coordinates(p);
        }
    }

    GeometryColumn const& m_column;
    std::vector<std::byte>& m_out;
};

} // namespace

void encode_wkb(GeometryColumn const& column, std::size_t index, std::vector<std::byte>& out)
{
    Writer writer{column, out};
    auto const first = column.first_part(index);
    auto const last = column.feature_ends[index];
    switch (column.kinds[index]) {
    case Kind::None:
        writer.write_empty();
        break;
    case Kind::Point:
        writer.write_points(column.points_of(index));
        break;
    case Kind::Line:
        writer.write_parts(first, last, linestring);
        break;
    case Kind::Polygon:
        writer.write_parts(first, last, polygon);
        break;
    }
}

} // namespace ms::geometry
