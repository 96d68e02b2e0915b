// SPDX-License-Identifier: MIT
#include "image/encoder.hpp"

#include "base/error.hpp"
#include "image/bitmap.hpp"

#include <doctest/doctest.h>
#include <webp/decode.h>

#include <cstdlib>

using namespace ms::image;

namespace {

struct Decoded {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba; ///< straight alpha
    bool has_alpha = false, is_lossless = false;
};

Decoded decoded(std::vector<std::uint8_t> const& file)
{
    WebPBitstreamFeatures features{};
    REQUIRE(WebPGetFeatures(file.data(), file.size(), &features) == VP8_STATUS_OK);
    Decoded result{.width = features.width, .height = features.height};
    result.has_alpha = features.has_alpha != 0;
    result.is_lossless = features.format == 2;
    result.rgba.resize(static_cast<std::size_t>(features.width * features.height) * 4);
    REQUIRE(WebPDecodeRGBAInto(file.data(), file.size(), result.rgba.data(), result.rgba.size(),
                               features.width * 4) != nullptr);
    return result;
}

/// Left half opaque red, right half blue at half opacity.
Bitmap two_colors()
{
    Bitmap bitmap(32, 16);
    auto* pixel = bitmap.pixels().data();
    for (int i = 0; i < 32 * 16; ++i, pixel += 4) {
        bool const is_left = i % 32 < 16;
        pixel[0] = is_left ? 255 : 0;
        pixel[2] = is_left ? 0 : 128;
        pixel[3] = is_left ? 255 : 128;
    }
    return bitmap;
}

} // namespace

TEST_CASE("WebP: lossless preserves every colour and its alpha")
{
    auto const bitmap = two_colors();
    auto const* const webp = find_encoder("webp");
    REQUIRE(webp != nullptr);
    auto const image =
        decoded(webp->encode(bitmap.view(), {.has_alpha = true, .is_lossless = true}));
    CHECK(image.width == 32);
    CHECK(image.height == 16);
    CHECK(image.is_lossless);
    CHECK(std::vector<int>(image.rgba.begin(), image.rgba.begin() + 4) ==
          std::vector<int>{255, 0, 0, 255});
    CHECK(std::vector<int>(image.rgba.end() - 4, image.rgba.end()) ==
          std::vector<int>{0, 0, 255, 128});
}

TEST_CASE("WebP: lossy is close, and opaque unless transparency is requested")
{
    auto bitmap = two_colors();
    bitmap.fill({200, 120, 40});
    auto const* const webp = find_encoder("WEBP");
    REQUIRE(webp != nullptr);
    auto const image = decoded(webp->encode(bitmap.view(), {.quality = 90}));
    CHECK_FALSE(image.is_lossless);
    CHECK_FALSE(image.has_alpha);
    CHECK(std::abs(image.rgba[0] - 200) <= 3);
    CHECK(std::abs(image.rgba[1] - 120) <= 3);
    CHECK(std::abs(image.rgba[2] - 40) <= 3);
}

TEST_CASE("WebP: a side longer than the format's 16383 pixels is refused")
{
    Bitmap const bitmap(16384, 1);
    CHECK_THROWS_AS(static_cast<void>(find_encoder("WEBP")->encode(bitmap.view(), {})), ms::Error);
}
