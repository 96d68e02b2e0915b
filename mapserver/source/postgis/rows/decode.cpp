// SPDX-License-Identifier: MIT
#include "source/postgis/rows/decode.hpp"

#include "geometry/snap.hpp"
#include "geometry/twkb.hpp"
#include "geometry/wkb.hpp"

#include <optional>

namespace ms::source::postgis {

namespace {

std::optional<unsigned> digit_value(std::byte digit) noexcept
{
    auto const c = std::to_integer<unsigned char>(digit);
    if (c >= '0' && c <= '9') {
        return c - unsigned{'0'};
    }
    if (c >= 'a' && c <= 'f') {
        return c - unsigned{'a'} + 10U;
    }
    return std::nullopt;
}

} // namespace

bool Decoder::append(std::span<std::byte const> bytes, geometry::GeometryColumn& out)
{
    switch (m_transfer.encoding) {
    case Encoding::Hex:
        return append_hex(bytes, out);
    case Encoding::Twkb:
        return append_grid(bytes, out);
    case Encoding::Snapped:
        return append_snapped(bytes, out);
    case Encoding::Wkb:
        break;
    }
    return geometry::append_wkb(bytes, m_kind, out);
}

bool Decoder::append_hex(std::span<std::byte const> digits, geometry::GeometryColumn& out)
{
    m_bytes.clear();
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        auto const high = digit_value(digits[i]);
        auto const low = digit_value(digits[i + 1]);
        if (!high || !low) {
            return false;
        }
        m_bytes.push_back(static_cast<std::byte>(*high << 4U | *low));
    }
    return geometry::append_wkb(m_bytes, m_kind, out);
}

bool Decoder::append_grid(std::span<std::byte const> bytes, geometry::GeometryColumn& out)
{
    if (!bytes.empty() && bytes.front() == std::byte{0}) {
        return geometry::append_wkb(bytes, m_kind,
                                    out); // big-endian WKB: a shape TWKB does not know
    }
    auto const first = out.points.size();
    if (!geometry::append_twkb(bytes, m_kind, out)) {
        return false;
    }
    for (auto& point : std::span{out.points}.subspan(first)) {
        point = {point.x * m_transfer.grid + m_transfer.origin.x,
                 point.y * m_transfer.grid + m_transfer.origin.y};
    }
    return true;
}

bool Decoder::append_snapped(std::span<std::byte const> bytes, geometry::GeometryColumn& out)
{
    if (!geometry::append_wkb(bytes, m_kind, out)) {
        return false;
    }
    geometry::snap_last_feature(out, {m_transfer.grid, m_transfer.origin},
                                m_transfer.fewest_vertices);
    return true;
}

} // namespace ms::source::postgis
