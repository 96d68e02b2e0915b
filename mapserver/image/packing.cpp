// SPDX-License-Identifier: MIT
#include "image/packing.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ms::image {

namespace {

constexpr int small_level = 5; // packs maps smaller than zlib's 6 does
/// FORMATOPTION "COMPRESSION=1".
constexpr int fast_option = 1;

/// Changes of colour per pixel below which flat_zlib() packs smaller than fast_zlib() by a tenth
/// and more, for a fraction of a millisecond.
constexpr double flat_changes = 0.05;
/// Those below which an idle server packs fast, too.
constexpr double light_changes = 1.0 / 3;

std::uint32_t pixel_at(std::uint8_t const* row, std::size_t x) noexcept
{
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, row + 4 * x, sizeof pixel);
    return pixel;
}

/// The share of pixels of the sampled rows that differ from their left neighbour.
double changes_per_pixel(BitmapView const& bitmap) noexcept
{
    constexpr int step = 8;
    auto const width = static_cast<std::size_t>(bitmap.width);
    std::size_t changes = 0, pixels = 0;
    for (int y = std::min(step, bitmap.height) / 2; y < bitmap.height; y += step) {
        auto const* const row = bitmap.pixels.data() + static_cast<std::size_t>(y) * width * 4;
        std::uint32_t of_row = 0; // 32 bits: counted in vector registers
        for (std::size_t x = 1; x < width; ++x) {
            of_row += pixel_at(row, x) != pixel_at(row, x - 1) ? 1U : 0U;
        }
        changes += of_row;
        pixels += width;
    }
    return pixels == 0 ? 0 : static_cast<double>(changes) / static_cast<double>(pixels);
}

Packing packing_by_changes(double changes, Effort effort) noexcept
{
    if (changes < flat_changes) {
        return {.packer = Packer::Flat};
    }
    bool const is_fast = effort == Effort::Hurried || changes < light_changes;
    return {.packer = is_fast ? Packer::Fast : Packer::Level, .level = small_level};
}

} // namespace

Packing packing_of(BitmapView const& bitmap, EncodeOptions const& options) noexcept
{
    if (options.compression) {
        return {.packer = *options.compression == fast_option ? Packer::Fast : Packer::Level,
                .level = *options.compression};
    }
    if (options.effort == Effort::Stored) {
        return {.level = small_level};
    }
    return packing_by_changes(changes_per_pixel(bitmap), options.effort);
}

std::string_view packing_name(Packing const& packing) noexcept
{
    switch (packing.packer) {
    case Packer::Fast:
        return "fast";
    case Packer::Flat:
        return "flat";
    case Packer::Level:
        break;
    }
    return packing.level == 0 ? "none" : "small";
}

std::string_view packing_name(std::string_view encoder, BitmapView const& bitmap,
                              EncodeOptions const& options) noexcept
{
    if (encoder.starts_with("PNG")) {
        return packing_name(packing_of(bitmap, options));
    }
    if (encoder == "JPEG") {
        return has_own_tables(options) ? "small" : "fast";
    }
    if (encoder == "WEBP" && options.is_lossless) {
        return lossless_level(options) == 0 ? "fast" : "small";
    }
    return {};
}

} // namespace ms::image
