// SPDX-License-Identifier: MIT
#include "text/shaper.hpp"

#include "text/font_cache.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string_view>
#include <utility>

using namespace ms;

namespace {

/// Debian's fonts-dejavu-core, a dependency of the tests.
constexpr auto dejavu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

text::Line shape(std::string_view utf8, double size_px)
{
    static text::FontCache cache;
    std::array const fonts{cache.open(dejavu)};
    return text::shape(utf8, fonts, size_px);
}

std::vector<std::uint32_t> ids(text::Line const& line)
{
    std::vector<std::uint32_t> out;
    for (auto const& glyph : line.glyphs) {
        out.push_back(glyph.id);
    }
    return out;
}

} // namespace

// hb-shape --no-glyph-names --features=-kern DejaVuSans.ttf AVa, 2048 units per em:
// [36=0+1401|57=1+1401|68=2+1255]
TEST_CASE("shaping: glyphs and advances are HarfBuzz's own; Latin letters are not kerned")
{
    auto const line = shape("AVa", 2048);
    CHECK(ids(line) == std::vector<std::uint32_t>{36, 57, 68});
    CHECK(line.glyphs[0].advance == doctest::Approx(1401));
    CHECK(line.glyphs[1].at.x == doctest::Approx(1401));
    CHECK(line.width == doctest::Approx(1401 + 1401 + 1255));
}

// hb-shape --no-glyph-names --features=-liga DejaVuSans.ttf ffi, 2048 units per em; MapServer 8.0.0
// draws three letters.
TEST_CASE("shaping: Latin letters are not joined to ligatures")
{
    CHECK(ids(shape("ffi", 2048)) == std::vector<std::uint32_t>{73, 73, 76});
}

TEST_CASE("shaping: text from right to left is laid out from its end")
{
    // Hebrew alef, bet, gimel: the first letter is rightmost.
    auto const line = shape("\u05d0\u05d1\u05d2", 20);
    REQUIRE(line.glyphs.size() == 3);
    CHECK(line.is_right_to_left);
    CHECK(line.glyphs.front().cluster == 4);
    CHECK(line.glyphs.back().cluster == 0);
}

// UAX 9: a number inside right-to-left text keeps its own order.
TEST_CASE("shaping: digits inside Hebrew run from left to right")
{
    auto const line = shape("\u05d0 12", 20);
    REQUIRE(line.glyphs.size() == 4);
    CHECK(line.glyphs[0].cluster == 3); // 1
    CHECK(line.glyphs[1].cluster == 4); // 2
    CHECK(line.glyphs[3].cluster == 0); // alef, rightmost
}

TEST_CASE("shaping: Arabic letters join")
{
    // beh beh: initial and final forms differ, so two different glyphs for one letter.
    auto const line = shape("\u0628\u0628", 20);
    REQUIRE(line.glyphs.size() == 2);
    CHECK(line.glyphs[0].id != line.glyphs[1].id);
}

TEST_CASE("shaping: malformed UTF-8 becomes U+FFFD and loses nothing else")
{
    auto const good = shape("a\ufffdb", 20);
    CHECK(ids(shape("a\xff"
                    "b",
                    20)) == ids(good));
    CHECK(ids(shape("a\xc0\xaf"
                    "b",
                    20))
              .size() == 4);                        // overlong: one per byte
    CHECK(ids(shape("a\xe2\x82", 20)).size() == 3); // cut off
}

// MapServer 8.0.0 draws question marks.
TEST_CASE("shaping: characters that no font has are question marks")
{
    CHECK(ids(shape("a\u4e2d", 20)) == ids(shape("a?", 20)));
    CHECK(shape("a\u4e2d", 20).width == doctest::Approx(shape("a?", 20).width));
}

// The fonts are MapServer 8.0.0's for FONT "serif,sans". DejaVu Serif has no Hebrew.
TEST_CASE("shaping: digits and signs are set in the font of the letters they belong to")
{
    text::FontCache cache;
    std::array const fonts{cache.open("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"),
                           cache.open(dejavu)};
    auto const fonts_of = [&](std::string_view utf8) {
        std::string names;
        for (auto const& glyph : text::shape(utf8, fonts, 20).glyphs) {
            names += glyph.font == fonts[0].get() ? 'f' : 's'; // serif or sans
        }
        return names;
    };
    CHECK(fonts_of("a1") == "ff");
    CHECK(fonts_of("12") == "ff");
    CHECK(fonts_of("\u05d0 1") == "sss"); // as drawn, from the left
    CHECK(fonts_of("1\u05d0") == "ss");
    CHECK(fonts_of("a 1 \u05d0") == "ffffs");
}

TEST_CASE("shaping: a character that no font of a list has is a question mark of the last")
{
    text::FontCache cache;
    std::array const fonts{cache.open("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"),
                           cache.open(dejavu)};
    auto const line = text::shape("\u4e2d", fonts, 20);
    REQUIRE(line.glyphs.size() == 1);
    CHECK(line.glyphs[0].font == fonts[1].get());
    CHECK(line.glyphs[0].id == fonts[1]->glyph_of(U'?'));
}

TEST_CASE("shaping: letters a font lacks are composed of those it has")
{
    // Unicode has no character x with a dot below, but the font has both parts.
    auto const line = shape("x\u0323", 20);
    CHECK(ids(line) != ids(shape("x?", 20)));
}

TEST_CASE("outlines: rings are closed, y points down and the size is one em")
{
    text::FontCache cache;
    auto const font = cache.open(dejavu);
    auto const& o = font->outline(font->glyph_of(U'O'), text::Detail::Text);
    REQUIRE(o.ring_ends.size() == 2); // outside and counter
    for (std::size_t ring = 0; ring < 2; ++ring) {
        CHECK(o.ring(ring).front() == o.ring(ring).back());
    }
    // DejaVu Sans: cap height 1493 of 2048; O overshoots by 29 at both ends.
    auto const box = o.box_of(0);
    CHECK(box.min_y == doctest::Approx(-1520.0 / 2048).epsilon(0.01));
    CHECK(box.max_y == doctest::Approx(29.0 / 2048).epsilon(0.05));
}

TEST_CASE("fonts: an invalid file is refused without its path")
{
    text::FontCache cache;
    CHECK_THROWS_WITH((void)cache.open("/no/such/font.ttf"),
                      "the file is missing or no font that can be read");
}

TEST_CASE("next_character: bytes that RFC 3629 forbids are one replacement each")
{
    // Its section 3: no surrogates, nothing beyond U+10FFFF, no sequence longer than needed.
    for (std::string_view const wrong :
         {"\xED\xA0\x80", "\xED\xBF\xBF", "\xF4\x90\x80\x80", "\xE0\x80\xAF", "\xF8\x80\x80\x80"}) {
        auto rest = wrong;
        for (std::size_t i = 0; i < wrong.size(); ++i) {
            CHECK(text::next_character(rest) == U'\xFFFD');
            CHECK(rest.size() == wrong.size() - i - 1);
        }
    }
    for (auto const& [right, code] : {std::pair<std::string_view, char32_t>{"\xED\x9F\xBF", 0xD7FF},
                                      {"\xEE\x80\x80", 0xE000},
                                      {"\xF4\x8F\xBF\xBF", 0x10FFFF},
                                      {"\xC2\x80", 0x80},
                                      {"\xE0\xA0\x80", 0x800}}) {
        auto rest = right;
        CHECK(text::next_character(rest) == code);
        CHECK(rest.empty());
    }
}

TEST_CASE("shaping: a letter has at most thirty marks, so that very many cost nothing")
{
    auto const marks = [](int count) {
        std::string text = "a";
        for (int i = 0; i < count; ++i) {
            text += "\xCC\x81"; // U+0301
        }
        return text;
    };
    auto const most = shape(marks(30) + "b", 10);
    auto const beyond = shape(marks(100'000) + "b", 10);
    REQUIRE(beyond.glyphs.size() == most.glyphs.size());
    CHECK(beyond.width == most.width);
    CHECK(beyond.glyphs.back().cluster == 200'001);
}
