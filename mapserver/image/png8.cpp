// SPDX-License-Identifier: MIT
#include "image/encoders.hpp"

#include "image/packing.hpp"
#include "image/png_file.hpp"
#include "image/quantize.hpp"

#include <algorithm>
#include <cstring>

namespace ms::image {

namespace {

std::vector<std::uint8_t> palette_chunk(std::span<Color const> palette)
{
    std::vector<std::uint8_t> data;
    for (auto const color : palette) {
        data.insert(data.end(), {color.red, color.green, color.blue});
    }
    return data;
}

/// W3C PNG 11.3.1.1: entries that are missing at the end are opaque.
std::vector<std::uint8_t> transparency_chunk(std::span<Color const> palette)
{
    std::vector<std::uint8_t> data;
    for (auto const color : palette) {
        if (color.alpha == 255) {
            break; // opaque ones come last
        }
        data.push_back(color.alpha);
    }
    return data;
}

int bit_depth_of(std::size_t colors) noexcept
{
    return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

/// W3C PNG 7.2: the leftmost pixel is in the high-order bits of a byte.
Buffer packed_rows(IndexedBitmap const& image, int bit_depth)
{
    auto const width = static_cast<std::size_t>(image.width);
    auto const height = static_cast<std::size_t>(image.height);
    auto const depth = static_cast<unsigned>(bit_depth);
    auto const per_byte = 8 / depth;
    std::size_t const row_bytes = 1 + (width + per_byte - 1) / per_byte;
    Buffer rows(row_bytes * height);
    if (depth == 8) {
        for (std::size_t y = 0; y < height; ++y) {
            auto* const row = rows.bytes.get() + y * row_bytes;
            *row = 0;
            std::memcpy(row + 1, image.indexes.data() + y * width, width);
        }
        return rows;
    }
    std::fill_n(rows.bytes.get(), rows.size, std::uint8_t{0});
    for (std::size_t y = 0; y < height; ++y) {
        auto* const row = rows.bytes.get() + y * row_bytes + 1;
        auto const* const from = image.indexes.data() + y * width;
        for (std::size_t x = 0; x < width; ++x) {
            auto const shift = 8 - depth * (1 + x % per_byte);
            row[x / per_byte] = static_cast<std::uint8_t>(row[x / per_byte] | from[x] << shift);
        }
    }
    return rows;
}

} // namespace

std::vector<std::uint8_t> encode_indexed(BitmapView const& bitmap, IndexedBitmap const& image,
                                         EncodeOptions const& options)
{
    auto const bit_depth = bit_depth_of(image.palette.size());
    auto out = begin_png(bitmap, PngColor::Palette, bit_depth, options.dpi);
    append_chunk(out, "PLTE", palette_chunk(image.palette));
    if (auto const transparency = transparency_chunk(image.palette); !transparency.empty()) {
        append_chunk(out, "tRNS", transparency);
    }
    auto const rows = packed_rows(image, bit_depth);
    end_png(out,
            {.bytes = {rows.bytes.get(), rows.size},
             .row_bytes = rows.size / static_cast<std::size_t>(bitmap.height)},
            packing_of(bitmap, options, RowContent::Other));
    return out;
}

std::vector<std::uint8_t> encode_png8(BitmapView const& bitmap, EncodeOptions const& options)
{
    check_size(bitmap, "PNG8", 0x7FFFFFFF);
    return encode_indexed(bitmap,
                          options.palette.empty()
                              ? quantize(bitmap, static_cast<std::size_t>(options.max_colors))
                              : in_palette(bitmap, options.palette),
                          options);
}

} // namespace ms::image
