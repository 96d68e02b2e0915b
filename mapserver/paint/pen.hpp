// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// How outlines are stroked and areas are filled. All lengths in pixels.

#include "image/bitmap.hpp"

#include <cstdint>
#include <span>

namespace ms::paint {

enum class Cap : std::uint8_t { Butt, Round, Square, Triangle };
enum class Join : std::uint8_t { None, Round, Miter, Bevel }; ///< None: as Bevel
/// What happens where a ring (first point == last point) begins and ends.
enum class Closing : std::uint8_t { Capped, Joined };

/// The defaults are those of a LINE layer. What MapServer 8.0.0 does on AGG, seen by comparing
/// pixels:
/// - LINEJOIN unset draws bevels; LINEJOINMAXSIZE is not heeded, the limit is 4; TRIANGLE is BUTT.
/// - Lines up to 1 px wide get butt caps and bevels (the canvas sees to that), whatever is asked
/// for.
/// - Outlines of rings are lines that happen to end where they begin: Closing::Capped.
/// - COLOR and OUTLINECOLOR in one STYLE of a POLYGON layer: the outline has round caps, round
/// joins
///   and no dashes, whatever the STYLE says.
/// - Markers: butt caps and miter joins at every width, whatever the STYLE says; ELLIPSE is Joined.
struct Pen {
    image::Color color;
    double width = 1;
    Cap cap = Cap::Round;
    Join join = Join::None;
    double miter_limit = 4;         ///< length of a miter in half widths
    std::span<double const> dashes; ///< on, off, ... ; empty: solid. Must outlive the call.
    double dash_offset = 0;         ///< where in the pattern a line begins; INITIALGAP n is -n
    bool is_antialiased = true;
    Closing closing = Closing::Capped;
};

enum class FillRule : std::uint8_t { EvenOdd, NonZero };

struct Brush {
    image::Color color;
    FillRule rule = FillRule::EvenOdd;
};

} // namespace ms::paint
