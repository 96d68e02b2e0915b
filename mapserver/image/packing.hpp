// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Chooses the effort of encoders from the image and the load of the server.

#include "image/encoder.hpp"

#include <string_view>

namespace ms::image {

enum class Packer : std::uint8_t {
    Level, ///< libdeflate's levels
    Fast,  ///< fast_zlib()
    Pixels ///< pixel_zlib()
};

/// The compressor of a PNG's rows.
struct Packing {
    Packer packer = Packer::Level;
    int level = 5; ///< libdeflate's, 0..9

    friend bool operator==(Packing const&, Packing const&) = default;
};

/// What the bytes of a PNG's rows are: three a pixel, or colours with alpha and indexes.
enum class RowContent : std::uint8_t { Rgb, Other };

/// An explicit COMPRESSION, else by the image and by effort: flat images, and all that are stored,
/// are packed small; of those that are sent, the others fast if the server is busy or, on an idle
/// server, if they have large areas of one colour. Cost: reads one row in eight, once or twice.
///
/// Packed small is by pixel_zlib(), but photographs and other rows than RGB, unless they are flat
/// and sent, by libdeflate's level 5: of those pixel_zlib() makes 3 to 10 % more in less than half
/// of the time.
[[nodiscard]] Packing packing_of(BitmapView const& bitmap, EncodeOptions const& options,
                                 RowContent content = RowContent::Rgb) noexcept;

/// "fast", "small", or "none" (level 0), for traces and metrics.
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
