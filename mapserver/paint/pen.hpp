// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Settings of stroked outlines and filled areas. All lengths in pixels.

#include "image/bitmap.hpp"

#include <cstdint>
#include <span>

namespace ms::paint {

enum class Cap : std::uint8_t { Butt, Round, Square, Triangle };
enum class Join : std::uint8_t { None, Round, Miter, Bevel }; ///< None: as Bevel
/// How a ring (first point == last point) is drawn where it begins and ends.
enum class Closing : std::uint8_t { Capped, Joined };

/// The defaults are those of a LINE layer. The rules of MapServer 8.0.0 on AGG, found by comparing
/// pixels:
/// - LINEJOIN unset draws bevels; LINEJOINMAXSIZE is ignored, the limit is 4; TRIANGLE is BUTT.
/// - Lines up to 1 px wide always get butt caps and bevels (the canvas does that).
/// - Outlines of rings are lines that end where they begin: Closing::Capped.
/// - COLOR and OUTLINECOLOR in one STYLE of a POLYGON layer: the outline always has round caps,
/// round joins and no dashes.
/// - Markers: always butt caps and miter joins, at every width; ELLIPSE is Joined.
struct Pen {
    image::Color color;
    double width = 1;
    Cap cap = Cap::Round;
    Join join = Join::None;
    double miter_limit = 4;         ///< length of a miter in half widths
    std::span<double const> dashes; ///< on, off, ... ; empty: solid. Must outlive the call.
    double dash_offset = 0;         ///< start of a line in the pattern; INITIALGAP n is -n
    bool is_antialiased = true;
    Closing closing = Closing::Capped;
};

enum class FillRule : std::uint8_t { EvenOdd, NonZero };

struct Brush {
    image::Color color;
    FillRule rule = FillRule::EvenOdd;
};

} // namespace ms::paint
