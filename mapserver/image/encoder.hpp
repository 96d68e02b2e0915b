// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Image formats that can be written. A format is one .cpp file and one row in encoder.cpp.

#include "image/bitmap.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace ms::image {

/// What an OUTPUTFORMAT may ask of an encoder; each reads what concerns it.
struct EncodeOptions {
    bool has_alpha = false;    ///< keep transparency (IMAGEMODE RGBA); else the bitmap is opaque
    int compression = 5;       ///< PNG: 0..9; 5 packs maps smaller than zlib's 6 does, 1 is for
                               ///< speed (fast_zlib.hpp)
    int quality = 75;          ///< JPEG, WebP: 1..100
    bool is_lossless = false;  ///< WebP
    bool is_optimized = true;  ///< JPEG: optimised Huffman tables
    bool is_quantized = false; ///< PNG: with a palette (PNG8 always has one)
    int most_colors = 256;     ///< PNG8: 2..256
    /// PNG: with these colours, at most 256, and no others; empty: whatever the picture has.
    std::vector<Color> palette{};
    int dpi = 72; ///< written into the file where the format has a place for it
};

/// Writes a bitmap as one file of its format.
/// \throws Error{ErrorKind::Limit} if the format cannot hold an image of this size.
using Encode = std::vector<std::uint8_t> (*)(BitmapView const&, EncodeOptions const&);

struct Encoder {
    std::string_view name;      ///< the part of OUTPUTFORMAT DRIVER behind the slash: PNG, JPEG
    std::string_view mime_type; ///< default MIMETYPE
    std::string_view extension; ///< default EXTENSION
    Encode encode;
};

/// All formats of this build.
[[nodiscard]] std::span<Encoder const> encoders() noexcept;
/// The encoder of a driver ("PNG", case folded), or nullptr if this build has none.
[[nodiscard]] Encoder const* find_encoder(std::string_view name) noexcept;

} // namespace ms::image
