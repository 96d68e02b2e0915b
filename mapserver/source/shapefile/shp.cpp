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

Decoded append_loose_points(Bytes points, Kind kind, GeometryColumn& out)
{
    if (points.empty()) {
        return Decoded::Empty;
    }
    geometry::FeatureBuilder builder{kind, out};
    append_points(points, builder.points());
    builder.end_points();
    return builder.finish() ? Decoded::Appended : Decoded::Malformed;
}

/// Parts and points of a PolyLine or Polygon record, checked against the bytes that are there.
struct Poly {
    Bytes starts;
    Bytes points;
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
    auto const size = std::uint64_t{point_size} * load_u32_le(content, 36);
    if (size > content.size() - multi_point_head) {
        return Decoded::Malformed;
    }
    return append_loose_points(content.subspan(multi_point_head, size), kind, out);
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
    auto const type = shape_type(load_u32_le(bytes, 32));
    if (!type) {
        return std::nullopt;
    }
    return ShpHeader{*type, load_box(bytes, 36)};
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
        return content.size() < 4 + point_size
                   ? Decoded::Malformed
                   : append_loose_points(content.subspan(4, point_size), kind, out);
    }
    if (type == ShapeType::MultiPoint) {
        return append_multi_point(content, kind, out);
    }
    auto const poly = parse_poly(content);
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
