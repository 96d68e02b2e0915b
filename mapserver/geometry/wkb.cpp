// SPDX-License-Identifier: MIT
#include "geometry/wkb.hpp"

#include "geometry/arc.hpp"
#include "geometry/feature_builder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

namespace ms::geometry {
namespace {

enum class Type : std::uint32_t {
    Point = 1,
    LineString,
    Polygon,
    MultiPoint,
    MultiLineString,
    MultiPolygon,
    Collection,
    CircularString,
    CompoundCurve,
    CurvePolygon,
    MultiCurve,
    MultiSurface,
    PolyhedralSurface = 15,
    Tin,
    Triangle
};

constexpr int max_depth = 32;
constexpr std::size_t min_geometry_size = 9; ///< byte order, type, count
constexpr bool host_is_little = std::endian::native == std::endian::little;

template <typename T>
T swapped(T value)
{
    std::byte bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    std::reverse(bytes, bytes + sizeof(T));
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

struct Header {
    Type type{};
    std::size_t point_size = 0; ///< bytes
    bool has_z = false;
    bool is_swapped = false; ///< byte order differs from this machine's
};

/// Reads one geometry, recursively. Every reader returns false at the first malformed byte.
class Reader {
public:
    Reader(std::span<std::byte const> bytes, FeatureBuilder& builder) noexcept
        : m_at(bytes.data()), m_left(bytes.size()), m_builder(builder)
    {}

    bool read_geometry(int depth = 0)
    {
        auto const header = read_header();
        if (!header || depth > max_depth) {
            return false;
        }
        switch (header->type) {
        case Type::Point:
            return read_point(*header);
        case Type::LineString:
        case Type::CircularString:
        case Type::CompoundCurve:
            if (!read_curve(*header, depth)) {
                return false;
            }
            m_builder.end_line();
            return true;
        case Type::Polygon:
        case Type::Triangle:
            return read_polygon(*header);
        case Type::CurvePolygon:
            return read_curve_polygon(*header, depth);
        default:
            return read_members(*header, depth);
        }
    }

    /// Reads up to the first member that is not a point. \return its kind, or None at the end;
    /// nullopt for malformed bytes
    std::optional<Kind> find_line_or_polygon(int depth = 0)
    {
        auto const header = read_header();
        if (!header || depth > max_depth) {
            return std::nullopt;
        }
        switch (header->type) {
        case Type::Point:
            return skip_point(*header) ? std::optional{Kind::None} : std::nullopt;
        case Type::LineString:
        case Type::CircularString:
        case Type::CompoundCurve:
            return Kind::Line;
        case Type::Polygon:
        case Type::CurvePolygon:
        case Type::Triangle:
            return Kind::Polygon;
        default:
            return find_in_members(*header, depth);
        }
    }

private:
    std::optional<Kind> find_in_members(Header const& header, int depth)
    {
        auto const count = read_count(header, min_geometry_size);
        if (!count) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < *count; ++i) {
            auto const kind = find_line_or_polygon(depth + 1);
            if (kind != Kind::None) {
                return kind;
            }
        }
        return Kind::None;
    }

    bool skip_point(Header const& header) noexcept
    {
        if (m_left < header.point_size) {
            return false;
        }
        m_at += header.point_size;
        m_left -= header.point_size;
        return true;
    }

    template <typename T>
    T load(bool is_swapped) noexcept
    {
        T value;
        std::memcpy(&value, m_at, sizeof(T));
        m_at += sizeof(T);
        m_left -= sizeof(T);
        return is_swapped ? swapped(value) : value;
    }

    std::optional<Header> read_header() noexcept
    {
        if (m_left < 5) {
            return std::nullopt;
        }
        auto const order = load<std::uint8_t>(false);
        if (order > 1) {
            return std::nullopt;
        }
        Header header;
        header.is_swapped = (order == 1) != host_is_little;
        auto const code = load<std::uint32_t>(header.is_swapped);
        constexpr std::uint32_t z_flag = 0x8000'0000;
        constexpr std::uint32_t m_flag = 0x4000'0000;
        constexpr std::uint32_t srid_flag = 0x2000'0000;
        auto const iso = code & 0x1fff'ffff; // 1001 = Point Z, 2001 = Point M, 3001 = Point ZM
        auto const base = iso % 1000;
        auto const iso_dimension = iso / 1000;
        if (iso_dimension > 3 || base < 1 || base > 17 || base == 13 || base == 14) {
            return std::nullopt; // 13 and 14 are abstract
        }
        bool const has_z = (code & z_flag) != 0 || iso_dimension == 1 || iso_dimension == 3;
        bool const has_m = (code & m_flag) != 0 || iso_dimension >= 2;
        header.type = static_cast<Type>(base);
        header.has_z = has_z;
        header.point_size = sizeof(double) * (2U + (has_z ? 1U : 0U) + (has_m ? 1U : 0U));
        if ((code & srid_flag) != 0) {
            if (m_left < sizeof(std::uint32_t)) {
                return std::nullopt;
            }
            load<std::uint32_t>(false);
        }
        return header;
    }

    /// A count of items of at least `min_size` bytes each; nullopt if the bytes left are too few,
    /// so that a few bytes cannot make us reserve gigabytes.
    std::optional<std::size_t> read_count(Header const& header, std::size_t min_size) noexcept
    {
        if (m_left < sizeof(std::uint32_t)) {
            return std::nullopt;
        }
        std::size_t const count = load<std::uint32_t>(header.is_swapped);
        return count <= m_left / min_size ? std::optional{count} : std::nullopt;
    }

    /// Its Z is appended, if the builder keeps it and there is one.
    Point load_point(Header const& header)
    {
        auto rest = header.point_size - 2 * sizeof(double);
        auto const x = load<double>(header.is_swapped);
        auto const y = load<double>(header.is_swapped);
        if (header.has_z && m_builder.has_z()) {
            m_builder.z().push_back(load<double>(header.is_swapped));
            rest -= sizeof(double);
        }
        m_at += rest;
        m_left -= rest;
        return {x, y};
    }

    bool read_point(Header const& header)
    {
        if (m_left < header.point_size) {
            return false;
        }
        auto const point = load_point(header);
        // OGC 12-128r12 (GeoPackage) 2.1.3.1.2 and PostGIS: NaN, NaN is the empty point.
        if (!(point.x != point.x && point.y != point.y)) {
            m_builder.points().push_back(point);
            m_builder.end_points();
        } else {
            drop_z_without_point();
        }
        return true;
    }

    /// Points that are left out may have left their Z.
    void drop_z_without_point() noexcept
    {
        auto& z = m_builder.z();
        z.resize(std::min(z.size(), m_builder.points().size()));
    }

    /// Z of the points, 0 where there was none.
    void complete_z()
    {
        if (m_builder.has_z()) {
            m_builder.z().resize(m_builder.points().size());
        }
    }

    bool read_points(Header const& header)
    {
        auto const count = read_count(header, header.point_size);
        if (!count) {
            return false;
        }
        auto& points = m_builder.points();
        auto const first = points.size();
        points.resize(first + *count);
        auto* out = points.data() + first;
        if (header.point_size == sizeof(Point) && !header.is_swapped) {
            if (*count > 0) {
                std::memcpy(out, m_at, *count * sizeof(Point));
            }
            m_at += *count * sizeof(Point);
            m_left -= *count * sizeof(Point);
        } else {
            for (auto* const end = out + *count; out != end; ++out) {
                *out = load_point(header);
            }
        }
        complete_z();
        return true;
    }

    bool read_circular_string(Header const& header)
    {
        auto const count = read_count(header, header.point_size);
        if (!count || *count == 0) {
            return count.has_value();
        }
        auto& points = m_builder.points();
        auto start = load_point(header);
        points.push_back(start);
        for (std::size_t i = 1; i + 1 < *count; i += 2) {
            auto const first = points.size();
            auto const middle = load_point(header);
            auto const end = load_point(header);
            append_arc(start, middle, end, points);
            spread_z(first);
            start = end;
        }
        if (*count % 2 == 0) {
            points.push_back(load_point(header)); // not a whole arc: a straight end
        }
        complete_z();
        return true;
    }

    /// Replaces Z of the middle and the end of an arc by Z of its segments, whose number differs:
    /// linear along the points from its start to its middle, and from there to its end.
    /// \param first of the points after the start
    void spread_z(std::size_t first)
    {
        auto& z = m_builder.z();
        if (z.size() != first + 2) {
            return; // not kept, or the geometry has no Z
        }
        double const end = z[first + 1];
        double const middle = z[first];
        double const start = z[first - 1];
        auto const count = m_builder.points().size() - first;
        z.resize(first + count);
        for (std::size_t i = 0; i < count; ++i) {
            auto const along = 2 * static_cast<double>(i + 1) / static_cast<double>(count);
            z[first + i] =
                along <= 1 ? std::lerp(start, middle, along) : std::lerp(middle, end, along - 1);
        }
    }

    /// Appends a linestring, circular string or compound curve to the open points; if it begins
    /// with their last point, that point is not repeated.
    bool read_curve(Header const& header, int depth)
    {
        if (header.type == Type::CompoundCurve) {
            return read_compound_curve(header, depth);
        }
        auto const joint = m_builder.open_points();
        bool const is_read = header.type == Type::CircularString ? read_circular_string(header)
                                                                 : read_points(header);
        auto& points = m_builder.points();
        if (is_read && joint > 0 && m_builder.open_points() > joint) {
            auto const added =
                points.end() - static_cast<std::ptrdiff_t>(m_builder.open_points() - joint);
            if (*added == *(added - 1)) {
                if (auto& z = m_builder.z(); m_builder.has_z()) {
                    z.erase(z.begin() + (added - points.begin()));
                }
                points.erase(added);
            }
        }
        return is_read;
    }

    bool read_compound_curve(Header const& header, int depth)
    {
        auto const count = read_count(header, min_geometry_size);
        if (!count) {
            return false;
        }
        for (std::size_t i = 0; i < *count; ++i) {
            if (!read_curve_member(depth + 1)) {
                return false;
            }
        }
        return true;
    }

    bool read_curve_member(int depth)
    {
        auto const header = read_header();
        if (!header || depth > max_depth) {
            return false;
        }
        switch (header->type) {
        case Type::LineString:
        case Type::CircularString:
        case Type::CompoundCurve:
            return read_curve(*header, depth);
        default:
            return false;
        }
    }

    bool read_polygon(Header const& header)
    {
        auto const rings = read_count(header, sizeof(std::uint32_t));
        if (!rings) {
            return false;
        }
        for (std::size_t i = 0; i < *rings; ++i) {
            if (!read_points(header)) {
                return false;
            }
            m_builder.end_ring();
        }
        m_builder.end_polygon();
        return true;
    }

    bool read_curve_polygon(Header const& header, int depth)
    {
        auto const rings = read_count(header, min_geometry_size);
        if (!rings) {
            return false;
        }
        for (std::size_t i = 0; i < *rings; ++i) {
            if (!read_curve_member(depth + 1)) {
                return false;
            }
            m_builder.end_ring();
        }
        m_builder.end_polygon();
        return true;
    }

    /// Multis, collections and surfaces: the members have their own types.
    bool read_members(Header const& header, int depth)
    {
        auto const count = read_count(header, min_geometry_size);
        if (!count) {
            return false;
        }
        for (std::size_t i = 0; i < *count; ++i) {
            if (!read_geometry(depth + 1)) {
                return false;
            }
        }
        return true;
    }

    std::byte const* m_at;
    std::size_t m_left;
    FeatureBuilder& m_builder;
};

} // namespace

bool append_wkb(std::span<std::byte const> bytes, Kind requested, GeometryColumn& out)
{
    FeatureBuilder builder{requested, out};
    return Reader{bytes, builder}.read_geometry() && builder.finish();
}

Kind first_line_or_polygon(std::span<std::byte const> bytes)
{
    GeometryColumn unused;
    FeatureBuilder builder{Kind::None, unused};
    return Reader{bytes, builder}.find_line_or_polygon().value_or(Kind::None);
}

} // namespace ms::geometry
