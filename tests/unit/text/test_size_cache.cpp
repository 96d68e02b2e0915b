// SPDX-License-Identifier: MIT
#include "text/size_cache.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

using namespace ms;

namespace {

text::FontList const& sans()
{
    static text::FontList const fonts{
        std::make_shared<text::Font const>("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")};
    return fonts;
}

text::FontList const& bold()
{
    static text::FontList const fonts{
        std::make_shared<text::Font const>("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")};
    return fonts;
}

} // namespace

TEST_CASE("sizes of texts: those of the layout, the first time and every other")
{
    text::SizeCache cache;
    std::array const settings{text::Setting{sans(), 13, 14}, text::Setting{sans(), 27, 27},
                              text::Setting{bold(), 13, 14}, text::Setting{sans(), 13, 30}};
    for (int round = 0; round < 2; ++round) {
        for (auto const& setting : settings) {
            for (std::string const words : {"Ag", "two\nlines", "", "x"}) {
                CAPTURE(words);
                CHECK(cache.box_of(words, setting) == text::lay_out(words, setting).box);
            }
        }
    }
}

TEST_CASE("sizes of texts: more than the cache holds, and very long ones, are right as well")
{
    text::SizeCache cache;
    text::Setting const setting{sans(), 13, 14};
    double const digit = text::lay_out("0", setting).box.width();
    for (int i = 100'000; i < 140'000; ++i) {
        REQUIRE(cache.box_of(std::to_string(i), setting).width() == doctest::Approx(6 * digit));
    }
    std::string const many(1000, '0');
    CHECK(cache.box_of(many, setting).width() == doctest::Approx(1000 * digit));
}

TEST_CASE("sizes of texts: threads may use the cache concurrently")
{
    text::SizeCache cache;
    text::Setting const setting{sans(), 13, 14};
    auto const requested = text::lay_out("Ag", setting).box;
    std::vector<std::thread> threads;
    std::array<bool, 4> is_right{};
    for (auto& right : is_right) {
        threads.emplace_back([&] {
            right = true;
            for (int i = 0; i < 200; ++i) {
                right = right && cache.box_of("Ag", setting) == requested;
                right = right && !cache.box_of(std::to_string(i), setting).is_empty();
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(is_right == std::array{true, true, true, true});
}
