// SPDX-License-Identifier: MIT
// For processors that ISA-L is not packaged for.
#include "image/pixel_zlib.hpp"

#include "base/handle.hpp"

#include <libdeflate.h>

#include <new>

namespace ms::image {

std::vector<std::uint8_t> pixel_zlib(PixelRows const& rows)
{
    constexpr int small_level = 5; // smaller maps than zlib's 6
    Handle<libdeflate_compressor, libdeflate_free_compressor> const compressor{
        libdeflate_alloc_compressor(small_level)};
    if (!compressor) {
        throw std::bad_alloc();
    }
    std::vector<std::uint8_t> out(
        libdeflate_zlib_compress_bound(compressor.get(), rows.bytes.size()));
    out.resize(libdeflate_zlib_compress(compressor.get(), rows.bytes.data(), rows.bytes.size(),
                                        out.data(), out.size()));
    return out;
}

} // namespace ms::image
