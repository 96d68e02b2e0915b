// SPDX-License-Identifier: MIT
#include "raster/stored_block.hpp"

#include "unit/bytes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace ms::raster;
using ms::test::Bytes;
using ms::test::random_bytes;
using ms::test::zlib_of;

namespace {

/// TIFF 6.0, section 14: each sample of a row less that of the pixel on its left.
Bytes differences_of(Bytes const& samples, StoredForm const& form)
{
    auto const bands = static_cast<std::size_t>(form.bands);
    auto result = samples;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (i % form.row_bytes() >= bands) {
            result[i] = static_cast<std::uint8_t>(samples[i] - samples[i - bands]);
        }
    }
    return result;
}

} // namespace

TEST_CASE("stored blocks: the first rows of DEFLATE, with and without differences")
{
    for (int const bands : {1, 2, 3, 4, 5}) {
        StoredForm form{.block = {16, 8}, .bands = bands};
        auto const samples = random_bytes(form.row_bytes() * 8, 3);
        for (bool const has_differences : {false, true}) {
            form.has_differences = has_differences;
            auto const stored = zlib_of(has_differences ? differences_of(samples, form) : samples);
            for (int const rows : {1, 5, 8}) {
                Bytes out(form.row_bytes() * static_cast<std::size_t>(rows));
                CHECK(decode_rows(form, stored, rows, out));
                CHECK(std::ranges::equal(out, std::span{samples}.first(out.size())));
            }
        }
    }
}

TEST_CASE("stored blocks: a damaged block is reported, not decoded")
{
    StoredForm form{.block = {16, 8}, .bands = 3};
    Bytes out(form.row_bytes() * 8);
    CHECK(!decode_rows(form, random_bytes(100, 3), 8, out));
    form.compression = BlockCompression::Jpeg;
    CHECK(!decode_rows(form, random_bytes(100, 3), 8, out));
    CHECK(!decode_rows(form, {}, 8, out));
}

TEST_CASE("stored blocks: three bands of any number of pixels, and single ones of any form")
{
    for (std::size_t count = 0; count <= 70; ++count) {
        auto const pixels = random_bytes(count * 3, 3);
        Bytes bands(count * 3);
        copy_three_bands(pixels, bands.data(), bands.data() + count, bands.data() + 2 * count);
        Bytes one(count);
        for (std::size_t band = 0; band < 3; ++band) {
            copy_band(pixels, 3, band, one);
            CHECK(std::ranges::equal(one, std::span{bands}.subspan(band * count, count)));
            for (std::size_t i = 0; i < count; ++i) {
                CHECK(one[i] == pixels[i * 3 + band]);
            }
        }
    }
    auto const grey = random_bytes(40, 3);
    Bytes out(40);
    copy_band(grey, 1, 0, out);
    CHECK(out == grey);
}
