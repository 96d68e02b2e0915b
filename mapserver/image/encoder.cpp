// SPDX-License-Identifier: MIT
#include "image/encoder.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "image/encoders.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ms::image {

namespace {

// Add a format here.
constexpr std::array table{
    Encoder{.name = "PNG", .mime_type = "image/png", .extension = "png", .encode = &encode_png},
    Encoder{.name = "PNG8", .mime_type = "image/png", .extension = "png", .encode = &encode_png8},
    Encoder{.name = "JPEG", .mime_type = "image/jpeg", .extension = "jpg", .encode = &encode_jpeg},
    Encoder{.name = "WEBP", .mime_type = "image/webp", .extension = "webp", .encode = &encode_webp},
};

} // namespace

std::span<Encoder const> encoders() noexcept
{
    return table;
}

void check_size(BitmapView const& bitmap, std::string_view format, int longest_side)
{
    auto const bytes = static_cast<std::size_t>(std::max(bitmap.width, 0)) *
                       static_cast<std::size_t>(std::max(bitmap.height, 0)) * 4;
    if (bytes == 0 || bitmap.pixels.size() != bytes) {
        throw Error{ErrorKind::Internal,
                    std::string(format) + ": the bitmap's size does not match its pixels"};
    }
    if (std::max(bitmap.width, bitmap.height) > longest_side) {
        throw Error{ErrorKind::Limit, std::string(format) + ": an image of " +
                                          std::to_string(bitmap.width) + " x " +
                                          std::to_string(bitmap.height) + " pixels is too large"};
    }
}

Encoder const* find_encoder(std::string_view name) noexcept
{
    auto const* const found = std::ranges::find_if(
        table, [&](Encoder const& row) { return equals_ignoring_case(row.name, name); });
    return found == table.end() ? nullptr : found;
}

} // namespace ms::image
