// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Declares the encode functions that encoder.cpp lists.

#include "image/encoder.hpp"
#include "image/quantize.hpp"

namespace ms::image {

/// Called first by every encoder.
/// \throws Error{Limit} if a side is longer than `longest_side`, Error{Internal} if the pixels do
/// not fill the bitmap.
void check_size(BitmapView const& bitmap, std::string_view format, int longest_side);

/// 24-bit RGB, or 32-bit RGBA with straight alpha when EncodeOptions::has_alpha; with a palette as
/// EncodeOptions::palette_use says.
[[nodiscard]] std::vector<std::uint8_t> encode_png(BitmapView const& bitmap,
                                                   EncodeOptions const& options);
/// At most 256 colours of a palette with alpha; exact if the bitmap has no more.
[[nodiscard]] std::vector<std::uint8_t> encode_png8(BitmapView const& bitmap,
                                                    EncodeOptions const& options);
/// The same of an image that has a palette already. \param bitmap it was made of
[[nodiscard]] std::vector<std::uint8_t>
encode_indexed(BitmapView const& bitmap, IndexedBitmap const& image, EncodeOptions const& options);
/// Baseline JFIF, YCbCr 4:2:0.
[[nodiscard]] std::vector<std::uint8_t> encode_jpeg(BitmapView const& bitmap,
                                                    EncodeOptions const& options);

/// Lossy VP8 at EncodeOptions::quality, or VP8L when EncodeOptions::is_lossless; straight alpha.
[[nodiscard]] std::vector<std::uint8_t> encode_webp(BitmapView const& bitmap,
                                                    EncodeOptions const& options);

} // namespace ms::image
