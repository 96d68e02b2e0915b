// SPDX-License-Identifier: MIT
#include "raster/color_rows.hpp"

#include "unit/bytes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace ms::raster;
using ms::test::Bytes;
using ms::test::random_bytes;

namespace {

/// Pixels of the samples at some indices, one after another.
Bytes pixels_of(Bytes const& samples, std::size_t size, std::size_t colors,
                std::vector<std::int32_t> const& indices)
{
    Bytes pixels;
    for (auto const index : indices) {
        auto const at = static_cast<std::size_t>(index);
        auto const second = colors == 3 ? size : 0;
        pixels.insert(pixels.end(),
                      {samples[at], samples[at + second], samples[at + 2 * second], 255});
    }
    return pixels;
}

} // namespace

TEST_CASE("colour rows: consecutive samples of any number, of grey and of RGB")
{
    constexpr std::size_t size = 120;
    auto const samples = random_bytes(size * 3, 11);
    for (std::size_t const colors : {1U, 3U}) {
        for (std::size_t count = 0; count <= 50; ++count) {
            std::vector<std::int32_t> indices;
            for (std::size_t i = 0; i < count; ++i) {
                indices.push_back(static_cast<std::int32_t>(i + 7));
            }
            auto expected = pixels_of(samples, size, colors, indices);
            expected.push_back(99); // what lies behind stays
            Bytes out(count * 4 + 1, 99);
            draw_row(ColorBands{samples, colors, size}.from(7), count, out.data());
            CHECK(out == expected);
        }
    }
}

TEST_CASE("colour rows: samples by index, with pixels that stay as they are")
{
    Bytes const samples{1, 2, 3, 11, 12, 13, 21, 22, 23};
    std::vector<std::int32_t> const indices{2, -1, 0};
    Bytes out(12, 7);
    draw_row({samples, 3, 3}, indices, out.data());
    CHECK(out == Bytes{3, 13, 23, 255, 7, 7, 7, 7, 1, 11, 21, 255});
}

TEST_CASE("colour rows: lines show what their indices name, at every slope and scale")
{
    std::mt19937 random{12};
    std::uniform_real_distribution<double> around_one{0.8, 1.2};
    std::uniform_real_distribution<double> any{-3.0, 3.0};
    std::uniform_real_distribution<double> slope{-0.1, 0.1};
    Window const window{5, 9, 400, 300};
    auto const size = window.pixels();
    auto const samples = random_bytes(size * 3, 11);
    int drawn = 0;
    for (int i = 0; i < 3000; ++i) {
        auto const fixed = [](double value) {
            return static_cast<std::int64_t>(value * RowLine::unit);
        };
        RowLine line{.begin = 3,
                     .end = 3 + i % 90,
                     .x = fixed(205 + 100 * slope(random)),
                     .y = fixed(159 + 100 * slope(random)),
                     .dx = fixed(i % 3 == 0 ? any(random) / 2 : around_one(random)),
                     .dy = fixed(i % 3 == 1 ? any(random) / 2 : slope(random))};
        if (i % 7 == 0) {
            line.dx = fixed(1);
            line.dy = 0;
        }
        auto const count = static_cast<std::size_t>(line.end - line.begin);
        std::vector<std::int32_t> indices(count);
        indices_of(line, window, indices);
        REQUIRE(std::ranges::all_of(indices, [&](auto index) {
            return index >= 0 && static_cast<std::size_t>(index) < size;
        }));
        Bytes out(count * 4, 99);
        draw_row(ColorBands{samples, 3, size}, line, window, out.data());
        CHECK(out == pixels_of(samples, size, 3, indices));
        drawn += static_cast<int>(count);
    }
    CHECK(drawn > 100'000);
}
