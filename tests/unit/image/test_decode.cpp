// SPDX-License-Identifier: MIT
#include "image/decode.hpp"

#include "base/error.hpp"
#include "image/encoder.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace ms::image;

namespace {

ms::ErrorKind error_of(std::span<std::uint8_t const> file, std::size_t max_pixels = 10000)
{
    try {
        (void)decode(file, max_pixels);
    } catch (ms::Error const& error) {
        return error.kind();
    }
    FAIL("decoded");
    return ms::ErrorKind::Internal;
}

} // namespace

TEST_CASE("decode: something else than an image is refused")
{
    std::array<std::uint8_t, 6> const gif{'G', 'I', 'F', '8', '9', 'a'};
    CHECK(error_of(gif) == ms::ErrorKind::Source);
    CHECK(error_of({}) == ms::ErrorKind::Source);
}

TEST_CASE("decode: a file cut off anywhere is refused or short of rows, never a crash")
{
    Bitmap bitmap(9, 9);
    for (auto const* const format : {"PNG", "JPEG"}) {
        CAPTURE(format);
        auto const file = find_encoder(format)->encode(bitmap.view(), {});
        int refused = 0;
        for (std::size_t size = 0; size < file.size(); ++size) {
            try {
                (void)decode(std::span{file}.first(size));
            } catch (ms::Error const&) {
                ++refused;
            }
        }
        CHECK(refused > 20);
    }
}

TEST_CASE("decode: an image larger than allowed is refused before it is read")
{
    Bitmap const bitmap(101, 100);
    for (auto const* const format : {"PNG", "JPEG"}) {
        CAPTURE(format);
        auto const file = find_encoder(format)->encode(bitmap.view(), {});
        CHECK(error_of(file) == ms::ErrorKind::Limit);
        CHECK(decode(file, 10100).width() == 101);
    }
}
