// SPDX-License-Identifier: MIT
#include "image/packing.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace ms::image {

namespace {

constexpr int small_level = 5; // packs maps smaller than zlib's 6 does
/// FORMATOPTION "COMPRESSION=1".
constexpr int fast_option = 1;

/// Changes of colour per pixel below which pixel_zlib() packs smaller than fast_zlib() by a tenth
/// and more, for a fraction of a millisecond.
constexpr double flat_changes = 0.05;
/// Those below which an idle server packs fast, too.
constexpr double light_changes = 1.0 / 3;
/// Changes to a new colour, of all changes: 0.1 to 0.5 in maps, 0.96 in a photograph, of which
/// pixel_zlib() makes a sixth more than libdeflate's level 5.
constexpr double photograph_news = 0.75;

std::uint32_t pixel_at(std::uint8_t const* row, std::size_t x) noexcept
{
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, row + 4 * x, sizeof pixel);
    return pixel;
}

template <typename Visit>
void visit_sampled_rows(BitmapView const& bitmap, Visit const& visit)
{
    constexpr int step = 8;
    auto const width = static_cast<std::size_t>(bitmap.width);
    for (int y = std::min(step, bitmap.height) / 2; y < bitmap.height; y += step) {
        visit(bitmap.pixels.data() + static_cast<std::size_t>(y) * width * 4, width);
    }
}

/// The share of pixels of the sampled rows that differ from their left neighbour.
double changes_per_pixel(BitmapView const& bitmap) noexcept
{
    std::size_t changes = 0, pixels = 0;
    visit_sampled_rows(bitmap, [&](std::uint8_t const* row, std::size_t width) {
        std::uint32_t of_row = 0; // 32 bits: counted in vector registers
        for (std::size_t x = 1; x < width; ++x) {
            of_row += pixel_at(row, x) != pixel_at(row, x - 1) ? 1U : 0U;
        }
        changes += of_row;
        pixels += width;
    });
    return pixels == 0 ? 0 : static_cast<double>(changes) / static_cast<double>(pixels);
}

/// Whether most changes in the sampled rows are to a colour that none of them had lately.
bool is_photograph(BitmapView const& bitmap) noexcept
{
    constexpr unsigned bits = 13;
    std::array<std::uint32_t, 1U << bits> last{}; // by hash
    std::size_t changes = 0, news = 0;
    visit_sampled_rows(bitmap, [&](std::uint8_t const* row, std::size_t width) {
        for (std::size_t x = 1; x < width; ++x) {
            auto const pixel = pixel_at(row, x);
            if (pixel != pixel_at(row, x - 1)) {
                ++changes;
                auto& known = last[pixel * 0x9E3779B1U >> (32U - bits)];
                news += known != pixel ? 1U : 0U;
                known = pixel;
            }
        }
    });
    return static_cast<double>(news) > photograph_news * static_cast<double>(changes);
}

bool is_for_speed(double changes, Effort effort) noexcept
{
    switch (effort) {
    case Effort::Stored:
        return false;
    case Effort::Sent:
        return changes < light_changes;
    case Effort::Hurried:
        break;
    }
    return true;
}

} // namespace

Packing packing_of(BitmapView const& bitmap, EncodeOptions const& options,
                   RowContent content) noexcept
{
    if (options.compression) {
        return {.packer = *options.compression == fast_option ? Packer::Fast : Packer::Level,
                .level = *options.compression};
    }
    auto const changes = changes_per_pixel(bitmap);
    bool const is_rgb = content == RowContent::Rgb;
    if (changes < flat_changes && (is_rgb || options.effort != Effort::Stored)) {
        return {.packer = Packer::Pixels};
    }
    if (is_for_speed(changes, options.effort)) {
        return {.packer = Packer::Fast};
    }
    bool const has_repetitions = is_rgb && !is_photograph(bitmap);
    return {.packer = has_repetitions ? Packer::Pixels : Packer::Level, .level = small_level};
}

std::string_view packing_name(Packing const& packing) noexcept
{
    switch (packing.packer) {
    case Packer::Fast:
        return "fast";
    case Packer::Pixels:
        return "small";
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
