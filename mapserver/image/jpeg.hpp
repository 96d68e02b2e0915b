// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// JPEG files to pixels, as decode() needs it.

#include "image/bitmap.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::image {

/// \throws as decode()
[[nodiscard]] Bitmap decode_jpeg(std::span<std::uint8_t const> file, std::size_t max_pixels);

} // namespace ms::image
