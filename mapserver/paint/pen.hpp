// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// How outlines are stroked and areas are filled. All lengths in pixels.

#include "image/bitmap.hpp"

#include <cstdint>
#include <span>

namespace ms::paint {

enum class Cap : std::uint8_t { Butt, Round, Square, Triangle };
enum class Join : std::uint8_t { None, Round, Miter, Bevel };

struct Pen {
    image::Color color;
    double width = 1;
    Cap cap = Cap::Round;
    Join join = Join::None;
    double miter_limit = 4;         ///< of half the width; MapServer does not heed LINEJOINMAXSIZE
    std::span<double const> dashes; ///< on, off, ... ; empty: solid. Must outlive the call.
    double dash_offset = 0;
    bool is_antialiased = true;
};

enum class FillRule : std::uint8_t { EvenOdd, NonZero };

struct Brush {
    image::Color color;
    FillRule rule = FillRule::EvenOdd;
};

} // namespace ms::paint
