// SPDX-License-Identifier: MIT
#include "geometry/twkb.hpp"

#include "geometry/feature_builder.hpp"

#include <array>
#include <cstdint>

namespace ms::geometry {
namespace {

enum Type : unsigned {
    point = 1,
    linestring,
    polygon,
    multipoint,
    multilinestring,
    multipolygon,
    collection
};

constexpr int max_depth = 32;
constexpr unsigned max_dimensions = 4;
constexpr std::size_t longest_varint = 10;

constexpr std::int64_t unzigzag(std::uint64_t value) noexcept
{
    return static_cast<std::int64_t>((value >> 1U) ^ (0 - (value & 1U)));
}

/// Multiplies by a power of ten as exactly as doubles can: small precisions divide by an exact
/// power, and a division by 0.01 is a multiplication by 100.
struct Scale {
    double divisor = 1;
    double factor = 1;

    explicit Scale(int precision = 0) noexcept
    {
        constexpr std::array powers{1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
        if (precision >= 0) {
            divisor = powers[static_cast<std::size_t>(precision)];
        } else {
            factor = powers[static_cast<std::size_t>(-precision)];
        }
    }
};

/// Reads geometries; every reader returns false at the first malformed byte.
class Reader {
public:
    Reader(std::span<std::byte const> bytes, FeatureBuilder& builder) noexcept
        : m_at(bytes.data()), m_end(bytes.data() + bytes.size()), m_builder(builder)
    {}

    bool read_geometry(int depth = 0)
    {
        if (left() < 2 || depth > max_depth) {
            return false;
        }
        auto const head = next_byte();
        auto const flags = next_byte();
        auto const type = head & 0x0fU;
        // Four bits, zigzag: -8 cannot be requested, but it can be written.
        auto const precision = static_cast<int>(unzigzag(head >> 4U));
        if (type < point || type > collection || precision < -7) {
            return false;
        }
        m_scale = Scale{precision};
        m_last.fill(0);
        return read_extras(flags) && ((flags & 0x10U) != 0 || read_body(type, flags, depth));
    }

private:
    [[nodiscard]] std::size_t left() const noexcept
    {
        return static_cast<std::size_t>(m_end - m_at);
    }
    unsigned next_byte() noexcept { return std::to_integer<unsigned>(*m_at++); }

    /// Whether `m_at` advanced over a whole number of at most 64 bits.
    bool read_varint(std::uint64_t& value) noexcept
    {
        value = 0;
        for (unsigned shift = 0; m_at != m_end && shift < 64; shift += 7) {
            std::uint64_t const byte = next_byte();
            value |= (byte & 0x7fU) << shift;
            if (byte < 0x80) {
                return shift < 63 || byte < 2;
            }
        }
        return false;
    }

    bool skip_varints(std::size_t count) noexcept
    {
        std::uint64_t value = 0;
        for (; count > 0; --count) {
            if (!read_varint(value)) {
                return false;
            }
        }
        return true;
    }

    /// Reads the fields between the flags and the coordinates: more dimensions, size, box.
    bool read_extras(unsigned flags) noexcept
    {
        m_dimensions = 2;
        m_has_z = false;
        if ((flags & 0x08U) != 0) {
            if (left() < 1) {
                return false;
            }
            auto const dimensions = next_byte();
            m_dimensions += (dimensions & 1U) + ((dimensions >> 1U) & 1U);
            m_has_z = (dimensions & 1U) != 0;
            m_z_scale = Scale{static_cast<int>((dimensions >> 2U) & 7U)};
        }
        if ((flags & 0x02U) != 0) {
            std::uint64_t size = 0;
            if (!read_varint(size) || size > left()) {
                return false;
            }
        }
        return (flags & 0x01U) == 0 || skip_varints(std::size_t{2} * m_dimensions);
    }

    /// A count of items of at least `min_size` bytes each; false if the bytes left are too few.
    bool read_count(std::size_t& count, std::size_t min_size) noexcept
    {
        std::uint64_t value = 0;
        if (!read_varint(value) || value > left() / min_size) {
            return false;
        }
        count = static_cast<std::size_t>(value);
        return true;
    }

    bool read_body(unsigned type, unsigned flags, int depth)
    {
        if (type == point) {
            if (!read_points(1)) {
                return false;
            }
            m_builder.end_points();
            return true;
        }
        if (type == linestring || type == polygon) {
            return read_simple(type);
        }
        std::size_t count = 0;
        auto const min_size = type == multipoint ? m_dimensions : type == collection ? 2U : 1U;
        if (!read_count(count, min_size)) {
            return false;
        }
        if ((flags & 0x04U) != 0 && !skip_varints(count)) { // ids
            return false;
        }
        if (type == multipoint) {
            bool const is_read = count <= left() / m_dimensions && read_points(count);
            m_builder.end_points();
            return is_read;
        }
        for (std::size_t i = 0; i < count; ++i) {
            bool const is_read = type == collection ? read_geometry(depth + 1)
                                                    : read_simple(type - multipoint + point);
            if (!is_read) {
                return false;
            }
        }
        return true;
    }

    /// A linestring or polygon without its head, as in multi types; coordinates continue as
    /// differences from the last point of the previous member.
    bool read_simple(unsigned type)
    {
        if (type == linestring) {
            if (!read_counted_points()) {
                return false;
            }
            m_builder.end_line();
            return true;
        }
        std::size_t rings = 0;
        if (!read_count(rings, 1)) {
            return false;
        }
        for (std::size_t i = 0; i < rings; ++i) {
            if (!read_counted_points()) {
                return false;
            }
            m_builder.end_ring();
        }
        m_builder.end_polygon();
        return true;
    }

    bool read_counted_points()
    {
        std::size_t count = 0;
        return read_count(count, m_dimensions) && read_points(count);
    }

    bool read_points(std::size_t count)
    {
        auto& points = m_builder.points();
        auto const first = points.size();
        points.resize(first + count);
        auto* const out = points.data() + first;
        if (m_builder.has_z()) {
            auto& z = m_builder.z();
            z.resize(first); // of members that have none
            return read_scaled(
                out, count, [&] { z.push_back(m_has_z ? signed_last(2) / m_z_scale.divisor : 0); });
        }
        return read_scaled(out, count, [] {});
    }

    /// \param keep_z called after each point
    template <typename KeepZ>
    bool read_scaled(Point* out, std::size_t count, KeepZ keep_z)
    {
        return m_scale.divisor != 1
                   ? read_run(out, count, keep_z, [d = m_scale.divisor](double v) { return v / d; })
                   : read_run(out, count, keep_z, [f = m_scale.factor](double v) { return v * f; });
    }

    template <typename KeepZ, typename ToUnits>
    bool read_run(Point* out, std::size_t count, KeepZ keep_z, ToUnits to_units)
    {
        // Away from the end no byte needs a bounds check.
        for (; count > 0 && left() >= max_dimensions * longest_varint; --count) {
            for (unsigned d = 0; d < m_dimensions; ++d) {
                std::uint64_t difference = 0;
                if (!read_varint_unchecked(difference)) {
                    return false;
                }
                m_last[d] += static_cast<std::uint64_t>(unzigzag(difference));
            }
            *out++ = {to_units(signed_last(0)), to_units(signed_last(1))};
            keep_z();
        }
        for (; count > 0; --count) {
            for (unsigned d = 0; d < m_dimensions; ++d) {
                std::uint64_t difference = 0;
                if (!read_varint(difference)) {
                    return false;
                }
                m_last[d] += static_cast<std::uint64_t>(unzigzag(difference));
            }
            *out++ = {to_units(signed_last(0)), to_units(signed_last(1))};
            keep_z();
        }
        return true;
    }

    /// \pre at least `longest_varint` bytes are left
    bool read_varint_unchecked(std::uint64_t& value) noexcept
    {
        std::uint64_t byte = next_byte();
        value = byte;
        for (unsigned shift = 7; byte >= 0x80; shift += 7) {
            value -= std::uint64_t{0x80} << (shift - 7); // the flag of the byte before
            byte = next_byte();
            if (shift == 63 && byte > 1) {
                return false; // more than 64 bits
            }
            value += byte << shift;
        }
        return true;
    }

    [[nodiscard]] double signed_last(unsigned dimension) const noexcept
    {
        return static_cast<double>(static_cast<std::int64_t>(m_last[dimension]));
    }

    std::byte const* m_at;
    std::byte const* m_end;
    FeatureBuilder& m_builder;
    Scale m_scale;
    Scale m_z_scale;
    bool m_has_z = false;
    unsigned m_dimensions = 2;
    /// Unsigned, so that hostile differences wrap instead of overflowing.
    std::array<std::uint64_t, max_dimensions> m_last{};
};

} // namespace

bool append_twkb(std::span<std::byte const> bytes, Kind requested, GeometryColumn& out)
{
    FeatureBuilder builder{requested, out};
    return Reader{bytes, builder}.read_geometry() && builder.finish();
}

} // namespace ms::geometry
