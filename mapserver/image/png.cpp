// SPDX-License-Identifier: MIT
// PNG, W3C Recommendation (Third Edition). Written without libpng: libdeflate compresses a map in a
// third of zlib's time, and around it a PNG is four chunks.
#include "image/encoders.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "image/blend.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
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

/// 5.3: length of the data, type, data, CRC of type and data.
void append_chunk(std::vector<std::uint8_t>& out, std::string_view type,
                  std::span<std::uint8_t const> data)
{
    append_u32(out, static_cast<std::uint32_t>(data.size()));
    auto const begin = out.size();
    out.insert(out.end(), type.begin(), type.end());
    out.insert(out.end(), data.begin(), data.end());
    append_u32(out, libdeflate_crc32(0, out.data() + begin, out.size() - begin));
}

enum class ColorType : std::uint8_t { Rgb = 2, Rgba = 6 };

std::vector<std::uint8_t> image_header(BitmapView const& bitmap, ColorType type)
{
    std::vector<std::uint8_t> data;
    append_u32(data, static_cast<std::uint32_t>(bitmap.width));
    append_u32(data, static_cast<std::uint32_t>(bitmap.height));
    // Bit depth 8, then compression, filter and interlace method 0.
    data.insert(data.end(), {8, static_cast<std::uint8_t>(type), 0, 0, 0});
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

/// Bytes that are written before they are read: not cleared.
struct Buffer {
    explicit Buffer(std::size_t n)
        : bytes(std::make_unique_for_overwrite<std::uint8_t[]>(n)), size(n)
    {}
    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t size;
};

std::uint8_t straight(unsigned premultiplied, unsigned alpha) noexcept
{
    return static_cast<std::uint8_t>(std::min((premultiplied * 255U + alpha / 2U) / alpha, 255U));
}

void write_rgb(std::uint8_t* to, std::uint8_t const* from, std::size_t pixels) noexcept
{
    for (; pixels > 0; --pixels, from += 4, to += 3) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
    }
}

void write_rgba(std::uint8_t* to, std::uint8_t const* from, std::size_t pixels) noexcept
{
    for (; pixels > 0; --pixels, from += 4, to += 4) {
        unsigned const alpha = from[3];
        bool const is_mixed = alpha != 0 && alpha != 255;
        for (int i = 0; i < 3; ++i) {
            to[i] = is_mixed ? straight(from[i], alpha) : from[i];
        }
        to[3] = from[3];
    }
}

/// Filter type 0 (None) before every row: the other filters make maps larger and slower to pack,
/// because flat areas and repeated symbols no longer look alike.
Buffer filtered_rows(BitmapView const& bitmap, ColorType type)
{
    auto const width = static_cast<std::size_t>(bitmap.width);
    auto const height = static_cast<std::size_t>(bitmap.height);
    std::size_t const row_bytes = 1 + width * (type == ColorType::Rgba ? 4 : 3);
    Buffer rows(row_bytes * height);
    auto const write = type == ColorType::Rgba ? write_rgba : write_rgb;
    for (std::size_t y = 0; y < height; ++y) {
        auto* const row = rows.bytes.get() + y * row_bytes;
        *row = 0;
        write(row + 1, bitmap.pixels.data() + y * width * 4, width);
    }
    return rows;
}

void append_image_data(std::vector<std::uint8_t>& out, Buffer const& rows, int level)
{
    Compressor const compressor(libdeflate_alloc_compressor(std::clamp(level, 0, 9)));
    if (!compressor) {
        throw std::bad_alloc();
    }
    Buffer packed(libdeflate_zlib_compress_bound(compressor.get(), rows.size));
    auto const size = libdeflate_zlib_compress(compressor.get(), rows.bytes.get(), rows.size,
                                               packed.bytes.get(), packed.size);
    // 5.3: "the length of the chunk's data field ... shall not exceed 2^31-1 bytes".
    if (size == 0 || size > 0x7FFFFFFFU) {
        throw Error{ErrorKind::Limit, "PNG: the image is too large for one file"};
    }
    out.reserve(out.size() + size + 32);
    append_chunk(out, "IDAT", {packed.bytes.get(), size});
}

} // namespace

std::vector<std::uint8_t> encode_png(BitmapView const& bitmap, EncodeOptions const& options)
{
    check_size(bitmap, "PNG", 0x7FFFFFFF);
    auto const type = options.has_alpha ? ColorType::Rgba : ColorType::Rgb;
    std::vector<std::uint8_t> out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    append_chunk(out, "IHDR", image_header(bitmap, type));
    if (options.dpi > 0) {
        append_chunk(out, "pHYs", physical_size(options.dpi));
    }
    append_image_data(out, filtered_rows(bitmap, type), options.compression);
    append_chunk(out, "IEND", {});
    return out;
}

} // namespace ms::image
