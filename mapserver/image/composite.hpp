// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Composites images with other operators than "over".

#include "image/bitmap.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ms::image {

/// The operators of Porter & Duff 1984 (doi:10.1145/964965.808606) and of the W3C's SVG Compositing
/// drafts, as LAYER COMPOSITE COMPOP names them.
enum class Operator : std::uint8_t {
    Clear,
    Src,
    Dst,
    SrcOver,
    DstOver,
    SrcIn,
    DstIn,
    SrcOut,
    DstOut,
    SrcAtop,
    DstAtop,
    Xor,
    Plus,
    Minus,
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    Contrast,
    Invert,
    InvertRgb,
    HslHue,
    HslSaturation,
    HslColor,
    HslLuminosity,
};

/// "src-over" and so on, case folded.
[[nodiscard]] std::optional<Operator> find_operator(std::string_view name) noexcept;
[[nodiscard]] std::string_view name_of(Operator op) noexcept;

/// Lays `source` on `target`, pixel by pixel; both have the same size.
/// \param opacity 0..1, multiplies the alpha of `source` first
void composite(Bitmap& target, BitmapView const& source, Operator op, double opacity);

} // namespace ms::image
