// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decodes JPEG files, for decode().

#include "image/bitmap.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::image {

/// \throws as decode()
[[nodiscard]] Bitmap decode_jpeg(std::span<std::uint8_t const> file, std::size_t max_pixels);

} // namespace ms::image
