// SPDX-License-Identifier: MIT
#include "raster/stored_block.hpp"

#include "image/inflate.hpp"
#include "image/jpeg_block.hpp"

#include <array>
#include <cstring>

namespace ms::raster {

namespace {

/// Turns differences to the pixel on the left into samples.
template <std::size_t bands>
void add_up(std::span<std::uint8_t> row) noexcept
{
    std::array<std::uint8_t, bands> sum{};
    for (auto* sample = row.data(); sample != row.data() + row.size();) {
        for (auto& each : sum) {
            each = static_cast<std::uint8_t>(each + *sample);
            *sample++ = each;
        }
    }
}

void add_up(std::span<std::uint8_t> row, std::size_t bands) noexcept
{
    switch (bands) {
    case 1:
        return add_up<1>(row);
    case 3:
        return add_up<3>(row);
    case 4:
        return add_up<4>(row);
    default:
        for (auto i = bands; i < row.size(); ++i) {
            row[i] = static_cast<std::uint8_t>(row[i] + row[i - bands]);
        }
    }
}

using Bytes = std::uint8_t __attribute__((vector_size(16)));

/// Bytes of the lower halves of two vectors, by turns.
Bytes zip(Bytes a, Bytes b) noexcept
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

Bytes upper(Bytes a) noexcept
{
    return __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14,
                                   15);
}

/// A step that brings bytes half as near to each other as they belong: after four of them, three
/// vectors with the samples of 16 pixels are three bands.
void separate(std::array<Bytes, 3>& v) noexcept
{
    v = {zip(v[0], upper(v[1])), zip(upper(v[0]), v[2]), zip(v[1], upper(v[2]))};
}

} // namespace

bool decode_rows(StoredForm const& form, std::span<std::uint8_t const> stored, int rows,
                 std::span<std::uint8_t> out)
{
    if (form.compression == BlockCompression::Jpeg) {
        return image::decode_jpeg_block(
            {form.jpeg_tables, stored, form.block.width, form.bands, form.jpeg_scale}, rows, out);
    }
    if (!image::inflate_prefix(stored, out)) {
        return false;
    }
    for (auto rest = out; form.has_differences && !rest.empty();
         rest = rest.subspan(form.row_bytes())) {
        add_up(rest.first(form.row_bytes()), static_cast<std::size_t>(form.bands));
    }
    return true;
}

void copy_band(std::span<std::uint8_t const> pixels, std::size_t pixel_bytes, std::size_t band,
               std::span<std::uint8_t> out) noexcept
{
    if (pixel_bytes == 1) {
        std::memcpy(out.data(), pixels.data(), out.size());
        return;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = pixels[i * pixel_bytes + band];
    }
}

void copy_three_bands(std::span<std::uint8_t const> pixels, std::uint8_t* first,
                      std::uint8_t* second, std::uint8_t* third) noexcept
{
    constexpr std::size_t block = sizeof(Bytes);
    auto const count = pixels.size() / 3;
    std::size_t i = 0;
    for (; i + block <= count; i += block) {
        std::array<Bytes, 3> v;
        std::memcpy(v.data(), pixels.data() + i * 3, sizeof(v));
        for (int step = 0; step < 4; ++step) {
            separate(v);
        }
        std::memcpy(first + i, &v[0], block);
        std::memcpy(second + i, &v[1], block);
        std::memcpy(third + i, &v[2], block);
    }
    for (; i < count; ++i) {
        first[i] = pixels[i * 3];
        second[i] = pixels[i * 3 + 1];
        third[i] = pixels[i * 3 + 2];
    }
}

} // namespace ms::raster
