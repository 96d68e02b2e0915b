// SPDX-License-Identifier: MIT
#include "label/along_line.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

using namespace ms;
using geometry::Point;
using std::numbers::pi;

namespace {

constexpr char const* sans = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

text::Block block_of(std::string_view words, double size_px = 13)
{
    static text::FontList const fonts{
        std::make_shared<text::Font const>(sans)}; // glyphs point to it
    return text::lay_out(words, {.fonts = fonts, .size_px = size_px, .line_height = 14});
}

} // namespace

TEST_CASE("labels of lines: in the middle of the longest segment")
{
    std::vector<Point> const line{{0, 0}, {10, 0}, {10, 40}, {30, 40}};
    auto const points = label::line_points(line, 0);
    REQUIRE(points.size() == 1);
    CHECK(points[0].at == Point{10, 20});
    CHECK(points[0].angle_rad == doctest::Approx(-pi / 2)); // y runs down
}

TEST_CASE("labels of lines: in the middle of the first of equally long segments")
{
    std::vector<Point> const line{{0, 0}, {28, 14}, {42, 0}, {70, 14}};
    CHECK(label::line_points(line, 0).at(0).at == Point{14, 7});
}

TEST_CASE("labels of lines: nothing for a line without length")
{
    std::vector<Point> const line{{5, 5}, {5, 5}};
    CHECK(label::line_points(line, 0).empty());
}

TEST_CASE("labels of lines: repeated an odd number of times, evenly")
{
    // MapServer 8.0.0 with REPEATDISTANCE on a line from x = 10 to x = 390.
    std::vector<Point> const line{{10, 99}, {390, 99}};
    auto const xs = [&](double distance) {
        std::vector<double> found;
        for (auto const& point : label::line_points(line, distance)) {
            found.push_back(std::round(point.at.x));
        }
        return found;
    };
    CHECK(xs(200) == std::vector<double>{200});
    CHECK(xs(100) == std::vector<double>{73, 200, 327});
    CHECK(xs(80) == std::vector<double>{73, 200, 327});
    CHECK(xs(60) == std::vector<double>{48, 124, 200, 276, 352});
    CHECK(xs(30).size() == 11);
}

TEST_CASE("labels of lines: directions that can be read")
{
    CHECK(label::readable(0.3) == doctest::Approx(0.3));
    CHECK(label::readable(pi - 0.3) == doctest::Approx(-0.3));
    CHECK(label::readable(-pi + 0.3) == doctest::Approx(0.3));
    // MapServer 8.0.0 turns lines that run straight up or down round.
    CHECK(label::readable(pi / 2) == doctest::Approx(-pi / 2));
    CHECK(label::readable(-pi / 2) == doctest::Approx(pi / 2));
}

TEST_CASE("text along a line: upright letters in the middle of a straight one")
{
    auto const block = block_of("abc");
    for (bool const reversed : {false, true}) {
        CAPTURE(reversed);
        std::vector<Point> line{{0, 50}, {40, 50}, {100, 50}};
        if (reversed) {
            std::swap(line.front(), line.back());
        }
        auto const paths = label::set_along(line, block, {.size_px = 13});
        REQUIRE(paths.size() == 1);
        REQUIRE(paths[0].glyphs.size() == 3);
        CHECK(paths[0].glyphs[0].angle_rad == doctest::Approx(0));
        CHECK(paths[0].glyphs[0].at.x == doctest::Approx(50 - block.box.width() / 2));
    }
}

// MapServer 8.0.0 at corners of 15 to 150 degrees, with lines of 3 to 25 pixels on either side.
TEST_CASE("text along a line: not where the line turns more than it may, forced or not")
{
    std::vector<Point> const hook{{0, 50}, {50, 50}, {50, 100}};
    auto const block = block_of("somewhatlongname");
    CHECK(label::set_along(hook, block, {.size_px = 13, .max_turn_rad = 0.3927}).empty());
    CHECK(label::set_along(hook, block, {.size_px = 13, .max_turn_rad = 0.3927, .is_forced = true})
              .empty());
    CHECK(label::set_along(hook, block, {.size_px = 13, .max_turn_rad = 6.3, .is_forced = true})
              .size() == 1);
}

TEST_CASE("text along a line: a letter on a corner begins on the line and ends towards its chord")
{
    // MapServer 8.0.0 at corners of 25 to 100 degrees: the pixels are the same.
    auto const block = block_of("mmm");
    double const half = block.glyphs[1].advance / 2;
    for (double const turn : {0.2, 1.0, 1.7, -1.7}) {
        CAPTURE(turn);
        std::vector<Point> const bent{
            {0, 50}, {50, 50}, {50 + 50 * std::cos(turn), 50 - 50 * std::sin(turn)}};
        auto const paths =
            label::set_along(bent, block, {.size_px = 13, .drop = 0, .max_turn_rad = 6.3});
        REQUIRE(paths.size() == 1);
        auto const& letter = paths[0].glyphs[1];
        CHECK(letter.at.x == doctest::Approx(50 - half));
        CHECK(letter.at.y == doctest::Approx(50));
        CHECK(letter.angle_rad == doctest::Approx(turn / 2));
    }
}

TEST_CASE("text along a line: not when it is more than half as long again as the line")
{
    auto const block = block_of("abcdefghij");
    double const width = block.box.width();
    auto const line_of = [](double length) {
        return std::vector<Point>{{0, 0}, {length / 2, 0}, {length, 0}};
    };
    CHECK(label::set_along(line_of(width / 1.4), block, {.size_px = 13}).size() == 1);
    CHECK(label::set_along(line_of(width / 1.6), block, {.size_px = 13}).empty());
}

TEST_CASE("text along a line: repeated as often as it fits with the distance between")
{
    // MapServer 8.0.0: n texts of width w and n - 1 distances between them fit into the line.
    label::PathSetting setting{.size_px = 20};
    setting.repeat_distance = 30;
    auto const block = block_of("HHH", 20);
    double const w = block.box.width();
    for (int count : {1, 2, 5}) {
        double const length = count * w + (count - 1) * 30;
        std::vector<Point> const line{{0, 0}, {10, 0}, {length + 0.01, 0}};
        CHECK(set_along(line, block, setting).size() == static_cast<std::size_t>(count));
        std::vector<Point> const shorter{{0, 0}, {10, 0}, {length - 0.01, 0}};
        CHECK(set_along(shorter, block, setting).size() ==
              static_cast<std::size_t>(std::max(count - 1, 1)));
    }
}

TEST_CASE("text along a line: one of several moves round a corner only as far as the line goes")
{
    // MapServer 8.0.0: the second text goes back before the corner, not on to the space in it.
    label::PathSetting setting{.size_px = 13};
    setting.repeat_distance = 100;
    auto const block = block_of("HH HH");
    double const width = block.box.width();
    double const corner = 1.75 * width + 105; // in the last word
    double const rest = 0.25 * width + 5;
    std::vector<Point> const line{
        {0, 0}, {corner, 0}, {corner + rest / 2, -rest * std::sqrt(3.0) / 2}};
    auto const set = set_along(line, block, setting);
    REQUIRE(set.size() == 2);
    for (auto const& glyph : set.back().glyphs) {
        CHECK(glyph.angle_rad == doctest::Approx(0));
    }
}

TEST_CASE("labels of lines: the outermost places come first, the middle last")
{
    std::vector<label::LinePoint> const places{{{0, 0}}, {{1, 0}}, {{2, 0}}, {{3, 0}}, {{4, 0}}};
    std::vector<double> order;
    for (auto const& place : label::outermost_first(places)) {
        order.push_back(place.at.x);
    }
    CHECK(order == std::vector<double>{0, 4, 1, 3, 2});
    CHECK(label::outermost_first({}).empty());
}

TEST_CASE("text along a line: straight up it reads downwards, straight down upwards")
{
    // MapServer 8.0.0, of lines of three points; angles counter-clockwise as seen.
    auto const block = block_of("HHH", 20);
    std::vector<Point> const up{{50, 200}, {50, 100}, {50, 0}};
    std::vector<Point> const down{{50, 0}, {50, 100}, {50, 200}};
    auto const angle_on = [&](std::vector<Point> const& line) {
        auto const set = label::set_along(line, block, {.size_px = 20});
        REQUIRE(set.size() == 1);
        return set.front().glyphs.front().angle_rad;
    };
    CHECK(angle_on(up) == doctest::Approx(-pi / 2));
    CHECK(angle_on(down) == doctest::Approx(pi / 2));
}

TEST_CASE(
    "text along a line: two letters in a zigzag do not turn from each other more than they may")
{
    auto const block = block_of("HH");
    int set = 0;
    for (int corner = 40; corner < 90; ++corner) { // the middle of the line runs left
        CAPTURE(corner);
        std::vector<Point> const line{{0, 0}, {60, 0}, {50, 20}, {50.0 - corner, 20}, {80, 40}};
        for (auto const& path : label::set_along(line, block, {.size_px = 13})) {
            REQUIRE(path.glyphs.size() == 2);
            CHECK(std::abs(path.glyphs[0].angle_rad - path.glyphs[1].angle_rad) <= 0.3927);
            ++set;
        }
    }
    CHECK(set > 0);
}

TEST_CASE("text along a line: FORCE does not bend it, but it may be longer than the line")
{
    // A corner in the middle with room for the text on either side.
    auto const block = block_of("HHH", 20);
    double const w = block.box.width();
    std::vector<Point> const corner{{0, 0}, {1.5 * w, 0}, {1.5 * w, 1.5 * w}};
    label::PathSetting const forced{.size_px = 20, .is_forced = true};
    auto const set = label::set_along(corner, block, forced);
    REQUIRE(set.size() == 1);
    for (auto const& glyph : set.front().glyphs) {
        CHECK(glyph.angle_rad == doctest::Approx(set.front().glyphs.front().angle_rad));
    }
    std::vector<Point> const too_sharp{{0, 0}, {0.4 * w, 0}, {0.4 * w, 0.4 * w}};
    CHECK(label::set_along(too_sharp, block, forced).empty());
    std::vector<Point> const too_short{{0, 0}, {0.4 * w, 0}};
    CHECK(label::set_along(too_short, block, {.size_px = 20}).empty());
    CHECK(label::set_along(too_short, block, forced).size() == 1);
}

TEST_CASE("text along a line: where a corner is in the way it goes to the nearer side of it")
{
    // Ten letters "H" of 18.05 pixels on a line of 900 pixels with one corner of 60 degrees,
    // `corner` pixels from its start; MapServer 8.0.0 moves the text by so many letters along the
    // line.
    struct Row {
        double corner;
        std::optional<int> letters;
    };
    auto const block = block_of("HHHHHHHHHH", 24);
    double const advance = block.box.width() / 10;
    for (auto const& [corner, letters] :
         {Row{345, 0}, Row{371, 1}, Row{393, 2}, Row{387, -9}, Row{405, -8}, Row{441, -6},
          Row{447, 5}, Row{459, std::nullopt}, Row{465, -4}, Row{490, -3}, Row{515, -2},
          Row{531, -2}, Row{545, 0}}) {
        CAPTURE(corner);
        double const rest = 900 - corner;
        std::vector<Point> const line{
            {0, 0}, {corner, 0}, {corner + rest / 2, -rest * std::sqrt(3.0) / 2}};
        auto const set = label::set_along(line, block, {.size_px = 24});
        REQUIRE(set.size() == (letters ? 1 : 0));
        if (letters) {
            double const start = 450 - 5 * advance + *letters * advance;
            auto const& glyph = set.front().glyphs.front();
            double const along = start < corner ? glyph.at.x : corner + (glyph.at.x - corner) * 2;
            CHECK(std::abs(along - start) < 12); // across the line it is beside it
        }
    }
}

TEST_CASE("text along a line: it bends at its spaces")
{
    // Two words of three letters "H" (18.05 pixels, the space 7.63) on a line of 500 pixels with a
    // corner of 60 degrees, `corner` pixels from its start: how far MapServer 8.0.0 moves them.
    struct Row {
        double corner, move;
    };
    auto const block = block_of("HHH HHH", 24);
    for (auto const& [corner, move] : {Row{226, -21.8}, Row{236, -21.8}, Row{241, 0}, Row{251, 0},
                                       Row{256, 0}, Row{266, 21.8}}) {
        CAPTURE(corner);
        double const rest = 500 - corner;
        std::vector<Point> const line{
            {0, 0}, {corner, 0}, {corner + rest / 2, -rest * std::sqrt(3.0) / 2}};
        auto const set = label::set_along(line, block, {.size_px = 24});
        REQUIRE(set.size() == 1);
        double const start = 250 - block.box.width() / 2 + move;
        CHECK(set.front().glyphs.front().at.x == doctest::Approx(start).epsilon(0.01));
        CHECK(set.front().glyphs.front().angle_rad == doctest::Approx(0));
        CHECK(set.front().glyphs.back().angle_rad == doctest::Approx(pi / 3));
    }
}

TEST_CASE("text along a line: where only its last letter is round the corner it moves by two")
{
    // MapServer 8.0.0: by twice the width of the last letter, regardless of the others.
    for (auto const* const word : {"mmmml", "mmmmm", "mmmmr"}) {
        CAPTURE(word);
        auto const block = block_of(word, 24);
        double const last = block.glyphs.back().advance;
        double const start = 250 - block.box.width() / 2;
        double const corner = start + block.glyphs.back().at.x + 0.5;
        double const rest = 500 - corner;
        std::vector<Point> const line{
            {0, 0}, {corner, 0}, {corner + rest / 2, -rest * std::sqrt(3.0) / 2}};
        auto const set = label::set_along(line, block, {.size_px = 24});
        REQUIRE(set.size() == 1);
        CHECK(set.front().glyphs.front().at.x == doctest::Approx(start - 2 * last));
    }
}

TEST_CASE(
    "text along a line: a hairpin is read in the direction of the segments that hold the text")
{
    // Nearly all of the text runs to the left, but its segments lead to the right: as in MapServer
    // 8.0.0 the first letters are upright. Otherwise it would be rotated.
    auto const block = block_of("HHHHHH", 20);
    double const w = block.box.width();
    label::PathSetting const setting{.size_px = 20, .max_turn_rad = pi};
    std::vector<Point> const to_the_right{{0, 0}, {w, 0}, {1, -1.6 * w}};
    auto const kept = label::set_along(to_the_right, block, setting);
    REQUIRE(kept.size() == 1);
    CHECK(kept.front().glyphs.back().angle_rad > pi / 2);
    std::vector<Point> const to_the_left{{0, 0}, {w, 0}, {-1, -1.6 * w}};
    auto const turned = label::set_along(to_the_left, block, setting);
    REQUIRE(turned.size() == 1);
    CHECK(std::abs(turned.front().glyphs.front().angle_rad) < pi / 2);
}

TEST_CASE("text along a line: its room is as high below the line as above it, for any letters")
{
    std::vector<Point> const line{{0, 50}, {200, 50}};
    for (auto const* const words : {"aa", "gp", "IT"}) {
        CAPTURE(words);
        auto const paths = label::set_along(line, block_of(words), {.drop = 6, .buffer = 2});
        REQUIRE(paths.size() == 1);
        for (auto const& room : paths[0].room) {
            auto const box = room.box;
            CHECK(box.min_y == doctest::Approx(50 - 6 - 2));
            CHECK(box.max_y == doctest::Approx(50 + 6 + 2));
        }
    }
}

TEST_CASE("along a line: a text repeated thousands of times is charged as often, and ends in time")
{
    auto const block = block_of("as ever");
    std::vector<Point> const line{{0, 0}, {100'000, 1}};
    label::PathSetting const setting{.size_px = 10, .repeat_distance = 1};
    Deadline const forever;
    Budget budget{forever, 1'000'000};
    CHECK_THROWS_AS((void)label::set_along(line, block, setting, budget), Error);
    Deadline over;
    over.cancel();
    Budget late{over, std::size_t{1} << 30U};
    CHECK_THROWS_AS((void)label::set_along(line, block, setting, late), Error);
}
