// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Drops vertices that are not visible.

#include "geometry/types.hpp"

#include <cstddef>
#include <cstdint>

namespace ms::geometry {

enum class Thinning : std::uint8_t {
    None,
    /// MapServer's SIMPLIFY: drops a vertex within a pixel of the last remaining one. Lines keep
    /// their first and last vertex, rings their first two and last two (reference: mapfile, 18).
    Pixel
};

/// Copies a line or ring through a mapping, thinned.
///
/// \param count vertices
/// \param ends vertices at either end that always stay: 1 for lines, 2 for rings
/// \param at i -> Point in pixels
/// \param out room for `count` points
/// \return one past the last point written
template <typename At>
Point* thin(std::size_t count, std::size_t ends, At at, Point* out)
{
    if (count <= 2 * ends) {
        for (std::size_t i = 0; i < count; ++i) {
            *out++ = at(i);
        }
        return out;
    }
    std::size_t i = 0;
    Point kept;
    for (; i < ends; ++i) {
        *out++ = kept = at(i);
    }
    for (; i < count - ends; ++i) {
        Point const p = at(i);
        double const dx = p.x - kept.x;
        double const dy = p.y - kept.y;
        if (dx * dx + dy * dy > 1) {
            *out++ = kept = p;
        }
    }
    for (; i < count; ++i) {
        *out++ = at(i);
    }
    return out;
}

} // namespace ms::geometry
