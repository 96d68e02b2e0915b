// SPDX-License-Identifier: MIT
#include "label/position.hpp"

#include <array>
#include <cmath>

namespace ms::label {

namespace {

constexpr double slop_px = 2; // between the anchor and a text centred beside it

/// MapServer's half of a marker: rounded, and a pixel less.
double half_of_marker(double size) noexcept
{
    return std::max(0.0, std::floor(size / 2 + 0.5) - 1);
}

/// MapServer adds the outline of the letters to the size of the marker that pushes them away; one
/// smaller than two pixels (such as that of a STYLE without a SYMBOL) pushes nothing.
double with_outline(double size, double outline) noexcept
{
    return size < 2 ? size : size + outline;
}

} // namespace

geometry::Point corner_of(Position position, Extent const& text, geometry::Point offset,
                          geometry::Point clearance) noexcept
{
    using enum Position;
    double const w = text.width;
    double const h = text.height;
    if (position == CC) {
        return {offset.x - w / 2, offset.y - h / 2};
    }
    double const dx = offset.x + clearance.x;
    double const dy = offset.y + clearance.y;
    // Next to the anchor a single line is moved down by OFFSET or by a marker, but never up;
    // several lines are not moved at all.
    double const beside = dy > 0 && text.line_count == 1 ? dy - h : -h / 2;
    switch (position) {
    case UL:
        return {-w - dx, -h - dy};
    case UC:
        return {-w / 2, -h - dy - slop_px};
    case UR:
        return {dx, -h - dy};
    case CL:
        return {-w - dx - slop_px, beside};
    case CR:
        return {dx + slop_px, beside};
    case LL:
        return {-w - dx, dy};
    case LC:
        return {-w / 2, dy + slop_px};
    case LR:
        return {dx, dy};
    case CC:
    case Auto:
        break;
    }
    return {-w / 2, -h / 2};
}

Clearance::Clearance(std::optional<geometry::Point> marker) noexcept
    : m_size(marker.value_or(geometry::Point{}))
{}

void Clearance::add(Text const& text) noexcept
{
    if (!(text.symbol_size == geometry::Point{})) {
        m_size = text.symbol_size;
        m_is_marker = false;
    }
    m_size = {with_outline(m_size.x, text.outline), with_outline(m_size.y, text.outline)};
}

geometry::Point Clearance::value() const noexcept
{
    if (m_is_marker) {
        return {half_of_marker(m_size.x), half_of_marker(m_size.y)};
    }
    return {std::floor(m_size.x / 2), std::floor(m_size.y / 2)};
}

std::span<Position const> auto_positions(Carrier carrier, bool has_marker) noexcept
{
    using enum Position;
    static constexpr std::array around_point{UL, LR, UR, LL, CR, CL, UC, LC};
    static constexpr std::array in_polygon{CC, UC, LC, CL, CR};
    static constexpr std::array on_line{UC, LC, CC};
    if (has_marker || carrier == Carrier::Point) {
        return around_point;
    }
    return carrier == Carrier::Line ? std::span<Position const>{on_line} : in_polygon;
}

} // namespace ms::label
