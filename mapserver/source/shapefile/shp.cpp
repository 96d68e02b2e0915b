// SPDX-License-Identifier: MIT
#include "source/shapefile/shp.hpp"

#include "geometry/feature_builder.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

namespace ms::source::shapefile {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

constexpr std::size_t point_size = 16;
constexpr std::size_t multi_point_head = 40; // type, box, number of points
constexpr std::size_t poly_head = 44;        // type, box, numbers of parts and points

std::uint32_t load_u32_le(Bytes bytes, std::size_t at) noexcept
{
    return load_u32(bytes, at, ByteOrder::Little);
}

Point load_point(Bytes bytes, std::size_t at) noexcept
{
    return {load_double(bytes, at, ByteOrder::Little),
            load_double(bytes, at + 8, ByteOrder::Little)};
}

geometry::Box load_box(Bytes bytes, std::size_t at) noexcept
{
    auto const low = load_point(bytes, at);
    auto const high = load_point(bytes, at + point_size);
    return {low.x, low.y, high.x, high.y};
}

std::optional<ShapeType> shape_type(std::uint32_t code) noexcept
{
    switch (code) {
    case 0:
        return ShapeType::Null;
    case 1:
    case 11: // PointZ
    case 21: // PointM
        return ShapeType::Point;
    case 3:
    case 13:
    case 23:
        return ShapeType::PolyLine;
    case 5:
    case 15:
    case 25:
        return ShapeType::Polygon;
    case 8:
    case 18:
    case 28:
        return ShapeType::MultiPoint;
    default:
        return std::nullopt;
    }
}

void append_points(Bytes points, std::vector<Point>& out)
{
    static_assert(sizeof(Point) == point_size && std::is_trivially_copyable_v<Point>);
    auto const first = out.size();
    out.resize(first + points.size() / point_size);
    if constexpr (std::endian::native == std::endian::little) {
        if (!points.empty()) {
            std::memcpy(out.data() + first, points.data(), points.size());
        }
    } else {
        for (auto i = first; i < out.size(); ++i) {
            out[i] = load_point(points, (i - first) * point_size);
        }
    }
}

/// Whether a record's own type has Z. Those of other types in the file than its own have none that
/// could be found.
bool has_z(ShapeType type, Bytes content) noexcept
{
    switch (load_u32_le(content, 0)) {
    case 11:
        return type == ShapeType::Point;
    case 13:
        return type == ShapeType::PolyLine;
    case 15:
        return type == ShapeType::Polygon;
    case 18:
        return type == ShapeType::MultiPoint;
    default:
        return false;
    }
}

/// Z of a record's points, which follow them and their range.
/// \param end of the points in the content
/// \returns nothing if the record has none, or if the column does not keep it
Bytes z_after(ShapeType type, Bytes content, std::size_t end, std::size_t points,
              GeometryColumn const& out) noexcept
{
    constexpr std::size_t range = 16;
    auto const size = sizeof(double) * points;
    bool const is_there = out.has_z && has_z(type, content) && content.size() >= end + range + size;
    return is_there ? content.subspan(end + range, size) : Bytes{};
}

void append_z(Bytes values, std::vector<double>& out)
{
    for (std::size_t at = 0; at < values.size(); at += sizeof(double)) {
        out.push_back(load_double(values, at, ByteOrder::Little));
    }
}

Decoded append_loose_points(Bytes points, Bytes z, Kind kind, GeometryColumn& out)
{
    if (points.empty()) {
        return Decoded::Empty;
    }
    geometry::FeatureBuilder builder{kind, out};
    append_points(points, builder.points());
    append_z(z, builder.z());
    builder.end_points();
    return builder.finish() ? Decoded::Appended : Decoded::Malformed;
}

/// Parts and points of a PolyLine or Polygon record, checked against the bytes that are there.
struct Poly {
    Bytes starts;
    Bytes points;
    Bytes z; ///< empty: none
    std::uint32_t part_count = 0;
    std::uint32_t point_count = 0;

    /// One past the last point of a part.
    [[nodiscard]] std::uint32_t end_of(std::uint32_t part) const noexcept
    {
        return part + 1 == part_count ? point_count
                                      : load_u32_le(starts, std::size_t{4} * (part + 1));
    }
};

std::optional<Poly> parse_poly(Bytes content) noexcept
{
    if (content.size() < poly_head) {
        return std::nullopt;
    }
    Poly poly;
    poly.part_count = load_u32_le(content, 36);
    poly.point_count = load_u32_le(content, 40);
    auto const starts_size = std::uint64_t{4} * poly.part_count;
    auto const points_size = std::uint64_t{point_size} * poly.point_count;
    if (starts_size + points_size > content.size() - poly_head) {
        return std::nullopt;
    }
    poly.starts = content.subspan(poly_head, starts_size);
    poly.points = content.subspan(poly_head + starts_size, points_size);

    if (poly.part_count == 0 ? poly.point_count != 0 : load_u32_le(poly.starts, 0) != 0) {
        return std::nullopt;
    }
    std::uint32_t previous = 0;
    for (std::uint32_t part = 0; part < poly.part_count; ++part) {
        auto const end = poly.end_of(part);
        if (end < previous || end > poly.point_count) {
            return std::nullopt;
        }
        previous = end;
    }
    return poly;
}

Decoded append_poly(Poly const& poly, bool is_polygon, Kind kind, GeometryColumn& out)
{
    if (poly.point_count == 0) {
        return Decoded::Empty;
    }
    geometry::FeatureBuilder builder{kind, out};
    std::uint32_t start = 0;
    for (std::uint32_t part = 0; part < poly.part_count; ++part) {
        auto const end = poly.end_of(part);
        append_points(poly.points.subspan(point_size * start, point_size * (end - start)),
                      builder.points());
        if (!poly.z.empty()) {
            append_z(poly.z.subspan(sizeof(double) * start, sizeof(double) * (end - start)),
                     builder.z());
        }
        if (is_polygon) {
            builder.end_ring();
        } else {
            builder.end_line();
        }
        start = end;
    }
    if (is_polygon) {
        builder.end_polygon(); // all rings in one: their nesting is unknown
    }
    return builder.finish() ? Decoded::Appended : Decoded::Malformed;
}

Decoded append_multi_point(Bytes content, Kind kind, GeometryColumn& out)
{
    if (content.size() < multi_point_head) {
        return Decoded::Malformed;
    }
    std::size_t const count = load_u32_le(content, 36);
    auto const size = std::uint64_t{point_size} * count;
    if (size > content.size() - multi_point_head) {
        return Decoded::Malformed;
    }
    auto const z = z_after(ShapeType::MultiPoint, content, multi_point_head + size, count, out);
    return append_loose_points(content.subspan(multi_point_head, size), z, kind, out);
}

bool is_null_shape(Bytes content) noexcept
{
    return load_u32_le(content, 0) == 0;
}

} // namespace

std::optional<ShpHeader> parse_header(Bytes bytes) noexcept
{
    constexpr std::uint32_t file_code = 9994;
    if (bytes.size() < header_size || load_u32(bytes, 0, ByteOrder::Big) != file_code) {
        return std::nullopt;
    }
    auto const number = load_u32_le(bytes, 32);
    auto const type = shape_type(number);
    if (!type) {
        return std::nullopt;
    }
    return ShpHeader{*type, load_box(bytes, 36), number};
}

std::optional<geometry::Box> box_of_record(ShapeType type, Bytes content) noexcept
{
    if (content.size() < 4 || is_null_shape(content)) {
        return std::nullopt;
    }
    if (type == ShapeType::Point) {
        if (content.size() < 4 + point_size) {
            return std::nullopt;
        }
        auto const point = load_point(content, 4);
        return geometry::Box{point.x, point.y, point.x, point.y};
    }
    if (content.size() < record_box_size) {
        return std::nullopt;
    }
    return load_box(content, 4);
}

Decoded append_record(ShapeType type, Bytes content, Kind kind, GeometryColumn& out)
{
    if (content.size() < 4) {
        return Decoded::Malformed;
    }
    if (type == ShapeType::Null || is_null_shape(content)) {
        return Decoded::Empty;
    }
    if (type == ShapeType::Point) {
        if (content.size() < 4 + point_size) {
            return Decoded::Malformed;
        }
        auto const end = 4 + point_size;
        bool const keeps_z =
            out.has_z && has_z(type, content) && content.size() >= end + sizeof(double);
        return append_loose_points(content.subspan(4, point_size),
                                   keeps_z ? content.subspan(end, sizeof(double)) : Bytes{}, kind,
                                   out);
    }
    if (type == ShapeType::MultiPoint) {
        return append_multi_point(content, kind, out);
    }
    auto poly = parse_poly(content);
    if (poly) {
        auto const end = poly_head + poly->starts.size() + poly->points.size();
        poly->z = z_after(type, content, end, poly->point_count, out);
    }
    return poly ? append_poly(*poly, type == ShapeType::Polygon, kind, out) : Decoded::Malformed;
}

Kind kind_of(ShapeType type) noexcept
{
    switch (type) {
    case ShapeType::Null:
        return Kind::None;
    case ShapeType::Point:
    case ShapeType::MultiPoint:
        return Kind::Point;
    case ShapeType::PolyLine:
        return Kind::Line;
    case ShapeType::Polygon:
        return Kind::Polygon;
    }
    return Kind::None;
}

bool can_become(ShapeType type, Kind kind) noexcept
{
    // Kinds are ordered by dimension: a shape can be drawn with its own dimension or a lower one.
    return kind_of(type) >= kind;
}

} // namespace ms::source::shapefile
