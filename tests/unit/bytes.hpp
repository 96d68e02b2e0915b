// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Bytes that tests compress and draw.

#include "image/fast_zlib.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace ms::test {

using Bytes = std::vector<std::uint8_t>;

/// The same for the same seed. \param values each byte is below it
inline Bytes random_bytes(std::size_t size, unsigned seed, unsigned values = 256)
{
    std::mt19937 random{seed};
    Bytes bytes(size);
    std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random() % values); });
    return bytes;
}

inline Bytes zlib_of(Bytes const& bytes)
{
    Bytes stream(image::fast_zlib_bound(bytes.size()));
    stream.resize(image::fast_zlib(bytes, stream));
    return stream;
}

} // namespace ms::test
