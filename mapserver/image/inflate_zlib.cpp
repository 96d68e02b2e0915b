// SPDX-License-Identifier: MIT
#include "image/inflate.hpp"

#include <zlib.h>

#include <limits>

namespace ms::image {

namespace {

/// Ends the state of zlib in any case.
struct Inflation {
    Inflation() { is_usable = inflateInit(&stream) == Z_OK; }
    ~Inflation() { inflateEnd(&stream); }
    Inflation(Inflation const&) = delete;
    Inflation& operator=(Inflation const&) = delete;

    z_stream stream{};
    bool is_usable = false;
};

} // namespace

bool inflate_prefix(std::span<std::uint8_t const> stream, std::span<std::uint8_t> out)
{
    constexpr auto max_bytes = std::numeric_limits<uInt>::max();
    Inflation inflation;
    if (!inflation.is_usable || stream.size() > max_bytes || out.size() > max_bytes) {
        return false;
    }
    auto& state = inflation.stream;
    state.next_in = const_cast<std::uint8_t*>(stream.data()); // the library only reads there
    state.avail_in = static_cast<uInt>(stream.size());
    state.next_out = out.data();
    state.avail_out = static_cast<uInt>(out.size());
    auto const result = inflate(&state, Z_SYNC_FLUSH);
    return (result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR) &&
           state.avail_out == 0;
}

} // namespace ms::image
