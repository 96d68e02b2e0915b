// SPDX-License-Identifier: MIT
// Pictures of any size and content are what they were when they have been written as PNG and read.
#include "image/decode.hpp"
#include "image/encoder.hpp"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    using namespace ms::image;
    // The first byte is the width, the second says how often each other byte is repeated.
    auto const width = 1 + static_cast<int>(data[0]);
    std::size_t const repeats = 1 + data[1] % 32U;
    auto const colors = size - 2;
    auto const height = 1 + static_cast<int>(colors * repeats) / width;
    Bitmap bitmap(width, height);
    auto const pixels = bitmap.pixels();
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        auto const at = i / 4 / repeats + i % 4;
        pixels[i] = i % 4 == 3 || at >= colors ? std::uint8_t{255} : data[2 + at];
    }
    for (bool const has_alpha : {false, true}) {
        auto const file = find_encoder("PNG")->encode(bitmap.view(), {.has_alpha = has_alpha});
        if (!std::ranges::equal(decode(file).view().pixels, bitmap.view().pixels)) {
            std::abort();
        }
    }
    return 0;
}
