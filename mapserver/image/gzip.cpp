// SPDX-License-Identifier: MIT
#include "image/gzip.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"

#include <libdeflate.h>

#include <new>

namespace ms::image {

std::vector<std::uint8_t> gzip(std::span<std::uint8_t const> bytes, int level)
{
    using Compressor = Handle<libdeflate_compressor, libdeflate_free_compressor>;
    Compressor const compressor(libdeflate_alloc_compressor(level));
    if (!compressor) {
        throw std::bad_alloc();
    }
    std::vector<std::uint8_t> out(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()));
    out.resize(libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), out.data(),
                                        out.size()));
    return out;
}

std::vector<std::uint8_t> gunzip(std::span<std::uint8_t const> file, std::size_t size)
{
    using Decompressor = Handle<libdeflate_decompressor, libdeflate_free_decompressor>;
    Decompressor const decompressor(libdeflate_alloc_decompressor());
    if (!decompressor) {
        throw std::bad_alloc();
    }
    std::vector<std::uint8_t> bytes(size);
    if (libdeflate_gzip_decompress(decompressor.get(), file.data(), file.size(), bytes.data(), size,
                                   nullptr) != LIBDEFLATE_SUCCESS) {
        throw Error{ErrorKind::Internal, "a compressed text is damaged"};
    }
    return bytes;
}

} // namespace ms::image
