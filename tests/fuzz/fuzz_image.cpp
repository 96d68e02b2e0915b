// SPDX-License-Identifier: MIT
// Image files of symbols and palettes of output formats.
#include "base/error.hpp"
#include "image/decode.hpp"
#include "image/quantize.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    constexpr std::size_t max_pixels = 1U << 16U;
    try {
        auto const bitmap = ms::image::decode({data, size}, max_pixels);
        if (bitmap.view().pixels.size() > max_pixels * 4) {
            std::abort(); // more memory than allowed
        }
    } catch (ms::Error const&) { // not an image, or too large
    }
    try {
        auto const palette = ms::image::parse_palette({reinterpret_cast<char const*>(data), size});
        if (palette.size() > ms::image::max_palette_colors) {
            std::abort();
        }
    } catch (ms::Error const&) {
    }
    return 0;
}
