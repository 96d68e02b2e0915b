// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decompresses the beginning of what was compressed.

#include <cstdint>
#include <span>

namespace ms::image {

/// The first out.size() bytes of a zlib stream (RFC 1950): its rest is not decompressed. Its
/// checksum is verified only if it has no rest. By ISA-L where this build has it, else by zlib.
/// \returns false if the stream is damaged or shorter; then the content of `out` does not matter
[[nodiscard]] bool inflate_prefix(std::span<std::uint8_t const> stream,
                                  std::span<std::uint8_t> out);

} // namespace ms::image
