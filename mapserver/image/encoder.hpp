// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds encoders of image formats. A format is one .cpp file and one row in encoder.cpp.

#include "image/bitmap.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ms::image {

/// The use of an image, which determines how much time its encoder takes.
enum class Effort : std::uint8_t {
    Stored, ///< for a file or a cache: small, and the same bytes each time
    Sent,   ///< to a waiting client, on an idle server
    Hurried ///< by a busy server: other requests wait for this processor
};

/// When an image has a palette.
enum class PaletteUse : std::uint8_t {
    Never,
    Exact, ///< if it has no more colours than a palette: nothing is lost
    Always ///< the nearest of the palette's colours
};

/// The options of an OUTPUTFORMAT; each encoder reads its own.
struct EncodeOptions {
    bool has_alpha = false; ///< write transparency (IMAGEMODE RGBA); else the bitmap is opaque
    /// PNG: 0..9, 1 is for speed (fast_zlib.hpp); nullopt: packing_of() decides.
    std::optional<int> compression{};
    Effort effort = Effort::Stored;
    int quality = 75;         ///< JPEG, WebP: 1..100
    bool is_lossless = false; ///< WebP
    /// JPEG: optimised Huffman tables; nullopt: unless Hurried.
    std::optional<bool> is_optimized{};
    PaletteUse palette_use = PaletteUse::Never; ///< PNG (PNG8 always has a palette)
    int max_colors = 256;                       ///< of a palette: 2..256
    /// PNG: only these colours, at most 256; empty: the colours of the image.
    std::vector<Color> palette{};
    int dpi = 72; ///< written into the file where the format has a place for it
};

/// Writes a bitmap as one file of its format.
/// \throws Error{ErrorKind::Limit} if the format cannot hold an image of this size.
using Encode = std::vector<std::uint8_t> (*)(BitmapView const&, EncodeOptions const&);

struct Encoder {
    std::string_view name;      ///< the part of OUTPUTFORMAT DRIVER after the slash: PNG, JPEG
    std::string_view mime_type; ///< default MIMETYPE
    std::string_view extension; ///< default EXTENSION
    Encode encode;
};

/// All formats of this build.
[[nodiscard]] std::span<Encoder const> encoders() noexcept;
/// The encoder of a driver ("PNG", case-insensitive), or nullptr if this build has none.
[[nodiscard]] Encoder const* find_encoder(std::string_view name) noexcept;

} // namespace ms::image
