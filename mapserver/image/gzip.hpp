// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compresses text files such as SVG.

#include <cstdint>
#include <span>
#include <vector>

namespace ms::image {

/// RFC 1952, without name and time: the same bytes give the same file.
/// \param level 0..12
[[nodiscard]] std::vector<std::uint8_t> gzip(std::span<std::uint8_t const> bytes, int level = 6);

} // namespace ms::image
