// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Chooses the effort of encoders from the image and the load of the server.

#include "image/encoder.hpp"

#include <string_view>

namespace ms::image {

/// The compressor of a PNG's rows.
struct Packing {
    bool is_fast = false; ///< by fast_zlib()
    int level = 5;        ///< else libdeflate's, 0..9

    friend bool operator==(Packing const&, Packing const&) = default;
};

/// An explicit COMPRESSION, else by effort: stored images are compressed well, those of a busy
/// server fast, and in between flat images lightly, which makes them 3 % larger at most.
///
/// Of 20 maps, two thirds of them 1000 pixels a side (tests/bench/encoders.py), level 5 took 61 ms
/// for 2,256 kB, level 1 of the flat ones and 5 of the others 56 ms for 2 % more, and ISA-L 11 ms
/// for 14 % more. Cost: reads one row in eight.
[[nodiscard]] Packing packing_of(BitmapView const& bitmap, EncodeOptions const& options) noexcept;

/// "fast", "light" (level 1) or "small", for traces and metrics.
[[nodiscard]] std::string_view packing_name(Packing const& packing) noexcept;

/// JPEG: Huffman tables of its own for the image, 2 to 10 % smaller, for half as much time again.
[[nodiscard]] constexpr bool has_own_tables(EncodeOptions const& options) noexcept
{
    return options.is_optimized.value_or(options.effort != Effort::Hurried);
}

/// Lossless WebP, libwebp's 0..9. Above 2, maps take long and shrink little; 0 takes a third to a
/// half of 2's time for 25 to 50 % more bytes. (Lossy files keep their method: their pixels would
/// depend on how busy the server is.)
[[nodiscard]] constexpr int lossless_level(EncodeOptions const& options) noexcept
{
    return options.effort == Effort::Hurried ? 0 : 2;
}

/// packing_name() of what the encoder of a driver ("PNG", "JPEG") does with an image; empty for
/// encoders that have no choice.
[[nodiscard]] std::string_view packing_name(std::string_view encoder, BitmapView const& bitmap,
                                            EncodeOptions const& options) noexcept;

} // namespace ms::image
