// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decodes image files, for pixmap symbols and tests.

#include "image/bitmap.hpp"

#include <cstdint>
#include <filesystem>
#include <span>

namespace ms::image {

/// A PNG, JPEG or GIF file as premultiplied RGBA; cuts 16-bit samples to 8, and ignores colour
/// profiles.
/// \param max_pixels larger images are rejected before memory is allocated for them \throws
/// Error{ErrorKind::Source} if the file is not an image or broken, Error{ErrorKind::Limit} if it is
/// too large
[[nodiscard]] Bitmap decode(std::span<std::uint8_t const> file,
                            std::size_t max_pixels = std::size_t{1} << 24U);

/// The same, of a file on disk that may have up to 16 MiB.
/// \throws Error{ErrorKind::Source} if it cannot be read; the message has no path
[[nodiscard]] Bitmap decode_file(std::filesystem::path const& path,
                                 std::size_t max_pixels = std::size_t{1} << 24U);

} // namespace ms::image
