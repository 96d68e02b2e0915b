// SPDX-License-Identifier: MIT
// For processors that ISA-L is not packaged for.
#include "image/fast_zlib.hpp"

#include "base/handle.hpp"

#include <libdeflate.h>

#include <new>

namespace ms::image {

std::size_t fast_zlib_bound(std::size_t size) noexcept
{
    return libdeflate_zlib_compress_bound(nullptr, size); // of any level
}

std::size_t fast_zlib(std::span<std::uint8_t const> bytes, std::span<std::uint8_t> out)
{
    Handle<libdeflate_compressor, libdeflate_free_compressor> const compressor{
        libdeflate_alloc_compressor(1)};
    if (!compressor) {
        throw std::bad_alloc();
    }
    return libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), out.data(),
                                    out.size());
}

} // namespace ms::image
