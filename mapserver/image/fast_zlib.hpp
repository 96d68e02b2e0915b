// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compresses images that are sent once and not stored: speed before size.

#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::image {

/// Maximum output of fast_zlib() for so many bytes.
[[nodiscard]] std::size_t fast_zlib_bound(std::size_t size) noexcept;

/// Writes a zlib stream (RFC 1950) of the bytes: by ISA-L where this build has it, else with
/// libdeflate's level 1.
/// \param out fast_zlib_bound() bytes; their content does not matter
/// \return the size of the stream; 0 when there are too many bytes for one go (4 GiB)
[[nodiscard]] std::size_t fast_zlib(std::span<std::uint8_t const> bytes,
                                    std::span<std::uint8_t> out);

} // namespace ms::image
