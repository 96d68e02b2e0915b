// SPDX-License-Identifier: MIT
#include "image/eight_pixels.hpp"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <random>

using namespace ms::image;

namespace {

using Pixels = std::array<std::uint8_t, 32>;

/// Premultiplied: no colour exceeds its alpha.
Pixels any_pixels(std::mt19937& random)
{
    Pixels pixels{};
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        auto const alpha = i % 8 == 0 ? 255U : static_cast<unsigned>(random() % 256);
        for (std::size_t channel = 0; channel < 3; ++channel) {
            pixels[i + channel] = static_cast<std::uint8_t>(random() % (alpha + 1));
        }
        pixels[i + 3] = static_cast<std::uint8_t>(alpha);
    }
    return pixels;
}

} // namespace

TEST_CASE("eight pixels: are covered to the same bits as one by one")
{
    std::mt19937 random{8};
    std::array const colors{Color{120, 110, 100, 255}, Color{255, 255, 255, 255},
                            Color{0, 0, 0, 255},       Color{250, 3, 77, 128},
                            Color{9, 200, 255, 1},     Color{1, 2, 3, 0}};
    for (auto const color : colors) {
        Ink const ink{color};
        EightInk const eight{color};
        for (int round = 0; round < 256; ++round) {
            auto one_by_one = any_pixels(random);
            auto at_once = one_by_one;
            Eight opacities{};
            for (int i = 0; i < EightInk::pixels; ++i) {
                // Every opacity at every place, beside others.
                auto const opacity = i % 2 == 0 ? static_cast<unsigned>(round + i) % 256
                                                : static_cast<unsigned>(random() % 256);
                opacities[i] = static_cast<std::uint16_t>(opacity);
                ink.cover(one_by_one.data() + std::ptrdiff_t{i} * 4,
                          static_cast<std::uint8_t>(opacity));
            }
            auto by_four = at_once;
            eight.cover(at_once.data(), opacities);
            CHECK(at_once == one_by_one);
            for (int const first : {0, EightInk::half}) {
                ms::image::Four four{};
                for (int i = 0; i < EightInk::half; ++i) {
                    four[i] = opacities[first + i];
                }
                eight.cover(by_four.data() + std::ptrdiff_t{first} * 4, four);
            }
            CHECK(by_four == one_by_one);
        }
    }
}

TEST_CASE("eight pixels: an opacity of 0 leaves a pixel as it is")
{
    std::mt19937 random{9};
    auto const before = any_pixels(random);
    auto pixels = before;
    EightInk{{10, 20, 30, 255}}.cover(pixels.data(), Eight{});
    CHECK(pixels == before);
}
