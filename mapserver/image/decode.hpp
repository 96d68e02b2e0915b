// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reading image files, for pixmap symbols and tests.

#include "image/bitmap.hpp"

#include <cstdint>
#include <filesystem>
#include <span>

namespace ms::image {

/// A PNG, JPEG or GIF file as premultiplied RGBA; 16-bit samples are cut to 8, colour profiles
/// ignored. \param max_pixels larger images are refused before memory is taken for them \throws
/// Error{ErrorKind::Source} if it is none or broken, Error{ErrorKind::Limit} if too large
[[nodiscard]] Bitmap decode(std::span<std::uint8_t const> file,
                            std::size_t max_pixels = std::size_t{1} << 24U);

/// The same, of a file on disk that may have up to 16 MiB.
/// \throws Error{ErrorKind::Source} if it cannot be read; the message has no path
[[nodiscard]] Bitmap decode_file(std::filesystem::path const& path,
                                 std::size_t max_pixels = std::size_t{1} << 24U);

} // namespace ms::image
