// SPDX-License-Identifier: MIT
// Rows of pixels, compressed and read back: any bytes are rows of some image.
#include "image/pixel_zlib.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    if (size < 3) {
        return 0;
    }
    constexpr std::size_t pixel_sizes[]{1, 3, 4};
    auto const pixel_bytes = pixel_sizes[data[0] % 3];
    auto const row_bytes = 1 + (1 + data[1] * std::size_t{data[0]}) * pixel_bytes;
    // Each byte is repeated: long runs, as rows have them, from short inputs.
    std::vector<std::uint8_t> bytes;
    for (auto const byte :
         std::span{data + 3, size - 3}.first(std::min<std::size_t>(size - 3, 1U << 16U))) {
        bytes.insert(bytes.end(), 1U + data[2] * (byte & 1U), byte);
    }
    bytes.resize((bytes.size() + row_bytes - 1) / row_bytes * row_bytes);
    auto const packed = ms::image::pixel_zlib({bytes, row_bytes, pixel_bytes});
    std::vector<std::uint8_t> back(bytes.size());
    auto* const reader = libdeflate_alloc_decompressor();
    auto const result = libdeflate_zlib_decompress(reader, packed.data(), packed.size(),
                                                   back.data(), back.size(), nullptr);
    libdeflate_free_decompressor(reader);
    if (result != LIBDEFLATE_SUCCESS || back != bytes) {
        std::abort();
    }
    return 0;
}
