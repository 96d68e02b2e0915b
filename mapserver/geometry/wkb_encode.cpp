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

    void write_points(std::span<Point const> points, std::span<double const> z)
    {
        if (points.size() != 1) {
            write_header(point + multi);
            write_u32(static_cast<std::uint32_t>(points.size()));
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            write_header(point);
            write_coordinates(points, z, i);
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
                write_ring(m_column.ring(ring), m_column.z_of_ring(ring));
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
    void write_double(double value) { write_little_endian(std::bit_cast<std::uint64_t>(value)); }
    void write_coordinates(std::span<Point const> points, std::span<double const> z, std::size_t i)
    {
        write_double(points[i].x);
        write_double(points[i].y);
        if (m_column.has_z) {
            write_double(z[i]);
        }
    }
    void write_header(std::uint32_t code)
    {
        constexpr std::uint32_t with_z = 1000;
        m_out.push_back(std::byte{1}); // little endian
        write_u32(m_column.has_z ? code + with_z : code);
    }
    void write_ring(std::span<Point const> ring, std::span<double const> z)
    {
        write_u32(static_cast<std::uint32_t>(ring.size()));
        for (std::size_t i = 0; i < ring.size(); ++i) {
            write_coordinates(ring, z, i);
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
        writer.write_points(column.points_of(index), column.z_of(index));
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
