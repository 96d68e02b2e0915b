// SPDX-License-Identifier: MIT
// PNG, W3C Recommendation (Third Edition). Written without libpng: libdeflate compresses a map in a
// third of zlib's time, and around it a PNG is four chunks.
#include "image/png_file.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "image/fast_zlib.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace ms::image {

namespace {

using Compressor = Handle<libdeflate_compressor, libdeflate_free_compressor>;

void append_u32(std::vector<std::uint8_t>& out, std::uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        out.push_back(static_cast<std::uint8_t>(value >> static_cast<unsigned>(shift)));
    }
}

std::vector<std::uint8_t> image_header(BitmapView const& bitmap, PngColor color, int bit_depth)
{
    std::vector<std::uint8_t> data;
    append_u32(data, static_cast<std::uint32_t>(bitmap.width));
    append_u32(data, static_cast<std::uint32_t>(bitmap.height));
    // Compression, filter and interlace method 0.
    data.insert(data.end(),
                {static_cast<std::uint8_t>(bit_depth), static_cast<std::uint8_t>(color), 0, 0, 0});
    return data;
}

std::vector<std::uint8_t> physical_size(int dpi)
{
    auto const per_meter = static_cast<std::uint32_t>(std::lround(dpi / 0.0254));
    std::vector<std::uint8_t> data;
    append_u32(data, per_meter);
    append_u32(data, per_meter);
    data.push_back(1); // the unit is the metre
    return data;
}

} // namespace

// 5.3: length of the data, type, data, CRC of type and data.
void append_chunk(std::vector<std::uint8_t>& out, std::string_view type,
                  std::span<std::uint8_t const> data)
{
    append_u32(out, static_cast<std::uint32_t>(data.size()));
    auto const begin = out.size();
    out.insert(out.end(), type.begin(), type.end());
    out.insert(out.end(), data.begin(), data.end());
    append_u32(out, libdeflate_crc32(0, out.data() + begin, out.size() - begin));
}

std::vector<std::uint8_t> begin_png(BitmapView const& bitmap, PngColor color, int bit_depth,
                                    int dpi)
{
    std::vector<std::uint8_t> out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    append_chunk(out, "IHDR", image_header(bitmap, color, bit_depth));
    if (dpi > 0) {
        append_chunk(out, "pHYs", physical_size(dpi));
    }
    return out;
}

namespace {

void append_image(std::vector<std::uint8_t>& out, std::span<std::uint8_t const> packed)
{
    // 5.3: "the length of the chunk's data field ... shall not exceed 2^31-1 bytes".
    if (packed.empty() || packed.size() > 0x7FFFFFFFU) {
        throw Error{ErrorKind::Limit, "PNG: the image is too large for one file"};
    }
    out.reserve(out.size() + packed.size() + 32);
    append_chunk(out, "IDAT", packed);
    append_chunk(out, "IEND", {});
}

} // namespace

void end_png(std::vector<std::uint8_t>& out, PixelRows const& rows, Packing const& packing)
{
    auto const bytes = rows.bytes;
    switch (packing.packer) {
    case Packer::Pixels:
        return append_image(out, pixel_zlib(rows));
    case Packer::Fast: {
        Buffer packed(fast_zlib_bound(bytes.size()));
        auto const size = fast_zlib(bytes, {packed.bytes.get(), packed.size});
        return append_image(out, {packed.bytes.get(), size});
    }
    case Packer::Level:
        break;
    }
    Compressor const compressor(libdeflate_alloc_compressor(std::clamp(packing.level, 0, 9)));
    if (!compressor) {
        throw std::bad_alloc();
    }
    Buffer packed(libdeflate_zlib_compress_bound(compressor.get(), bytes.size()));
    auto const size = libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(),
                                               packed.bytes.get(), packed.size);
    append_image(out, {packed.bytes.get(), size});
}

} // namespace ms::image
