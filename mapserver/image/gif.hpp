// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decodes GIF files, for decode().

#include "image/bitmap.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::image {

/// The first image of a GIF 87a or 89a, on its screen; uncovered pixels are transparent. A
/// truncated file is shown as far as it goes.
/// \throws as decode()
[[nodiscard]] Bitmap decode_gif(std::span<std::uint8_t const> file, std::size_t max_pixels);

} // namespace ms::image
