// SPDX-License-Identifier: MIT
// A block of 256 x 256 RGB pixels of a photograph takes 0.29 ms, 0.41 with libdeflate, which cannot
// stop before the end.
#include "image/inflate.hpp"

#include <isa-l/igzip_lib.h>

#include <limits>
#include <memory>

namespace ms::image {

bool inflate_prefix(std::span<std::uint8_t const> stream, std::span<std::uint8_t> out)
{
    constexpr auto max_bytes = std::numeric_limits<std::uint32_t>::max();
    if (stream.size() > max_bytes || out.size() > max_bytes) {
        return false;
    }
    auto const state = std::make_unique_for_overwrite<inflate_state>(); // 86 kB
    isal_inflate_init(state.get());
    state->crc_flag = IGZIP_ZLIB;
    state->next_in = const_cast<std::uint8_t*>(stream.data()); // the library only reads there
    state->avail_in = static_cast<std::uint32_t>(stream.size());
    state->next_out = out.data();
    state->avail_out = static_cast<std::uint32_t>(out.size());
    return isal_inflate(state.get()) == ISAL_DECOMP_OK && state->avail_out == 0;
}

} // namespace ms::image
