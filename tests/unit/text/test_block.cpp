// SPDX-License-Identifier: MIT
// Sizes: LABELPOLY areas of MapServer 8.0.0 in DejaVu Sans, less the pixel it adds on every side.
#include "text/block.hpp"
#include "text/wrap.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace ms;

namespace {

text::Block block(std::string_view words, double size_px, double line_height,
                  text::Align align = text::Align::Default)
{
    text::FontList const fonts{
        std::make_shared<text::Font const>("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")};
    return text::lay_out(words, {fonts, size_px, line_height, align});
}

} // namespace

TEST_CASE("blocks: as wide as their advances, as high as their ink")
{
    // SIZE 20 is 27 pixels per em, SIZE 10 is 13.
    CHECK(block("Ag", 27, 27).box.width() == doctest::Approx(35.61).epsilon(0.003));
    CHECK(block("Ag", 27, 27).box.height() == doctest::Approx(25.3).epsilon(0.003));
    CHECK(block("x", 13, 14).box.width() == doctest::Approx(7.7).epsilon(0.003));
    CHECK(block("x", 13, 14).box.height() == doctest::Approx(7.11).epsilon(0.003));
}

TEST_CASE("blocks: every further line is a line height lower")
{
    CHECK(block("Ag\nAg", 27, 27).box.height() == doctest::Approx(52.3).epsilon(0.003));
    CHECK(block("i\nAAA\ngg", 27, 27).box.height() == doctest::Approx(80.13).epsilon(0.003));
}

TEST_CASE("blocks: short lines go left, to the middle, right, or where their script begins")
{
    auto const left_of_i = [](text::Align align, std::string_view words = "AAA\ni") {
        return block(words, 27, 27, align).glyphs.back().at.x;
    };
    // MapServer 8.0.0 moves lines by whole pixels, or halves of them to the middle.
    double const room =
        std::floor(block("AAA", 27, 27).box.width()) - std::floor(block("i", 27, 27).box.width());
    CHECK(left_of_i(text::Align::Default) == 0);
    CHECK(left_of_i(text::Align::Center) == doctest::Approx(room / 2));
    CHECK(left_of_i(text::Align::Right) == doctest::Approx(room));
    CHECK(left_of_i(text::Align::Default, "AAA\n\u05d0") > 30); // Hebrew
}

TEST_CASE("minimal width: half of the Latin letters' advances, of the widest line")
{
    text::FontList const fonts{
        std::make_shared<text::Font const>("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")};
    auto const least = [&](std::string_view words) {
        return text::min_width(words, {fonts, 2048, 2048}); // a pixel is a unit of the font
    };
    // Advances of DejaVu Sans, as its table hmtx has them: A 1401, i 569, g 1300, space 651.
    CHECK(least("Ai") == doctest::Approx((1401 + 569) / 2.0));
    CHECK(least("i\nA g\ni") == doctest::Approx((1401 + 651 + 1300) / 2.0));
    CHECK(least("\u0627\u0644") == 0);                     // Arabic letters join
    CHECK(least("i\u00ad") == doctest::Approx(569 / 2.0)); // a soft hyphen is invisible
    CHECK(least("") == 0);
    for (auto const* words :
         {"Road 960266", "AVATAR fi ffl", "\u00c5\u00e9\u0142", "i\nWW", "\xff\xfe"}) {
        CHECK(least(words) <= text::lay_out(words, {fonts, 2048, 2048}).box.width());
    }
}

TEST_CASE("wrapping: at the character, which is dropped")
{
    CHECK(text::wrap("New York City", ' ', 0) == "New\nYork\nCity");
    CHECK(text::wrap("New York City", '\0', 0) == "New York City");
}

TEST_CASE("wrapping: with MAXLENGTH not before a line is that long; letters count, not bytes")
{
    CHECK(text::wrap("New York City", ' ', 5) == "New York\nCity");
    CHECK(text::wrap("\u00e4\u00f6\u00fc b c", ' ', 4) == "\u00e4\u00f6\u00fc b\nc");
}

TEST_CASE("blocks: of a text as long as a book the first pages are set, no character cut")
{
    CHECK(text::legible("short") == "short");
    std::string ascii(20'000, 'a');
    CHECK(text::legible(ascii).size() == 16'384);
    std::string three; // of three bytes each
    for (int i = 0; i < 10'000; ++i) {
        three += "\xE2\x82\xAC";
    }
    CHECK(text::legible(three).size() == 16'383);
    CHECK(block(ascii, 10, 10).glyphs.size() == 16'384);
}
