// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compresses text files such as SVG.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ms::image {

/// RFC 1952, without name and time: the same bytes give the same file.
/// \param level 0..12
[[nodiscard]] std::vector<std::uint8_t> gzip(std::span<std::uint8_t const> bytes, int level = 6);

/// The bytes of such a file. \param size of them
/// \throws Error{Internal} if it is another one
[[nodiscard]] std::vector<std::uint8_t> gunzip(std::span<std::uint8_t const> file,
                                               std::size_t size);

} // namespace ms::image
