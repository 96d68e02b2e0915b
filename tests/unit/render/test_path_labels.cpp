// SPDX-License-Identifier: MIT
// Labels that follow lines. The drawn ones are those of MapServer 8.0.0.
#include "drawing.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ms;

namespace {

/// Whether "label" is set around a corner of 90 degrees with 20 pixels on either side.
bool is_set(std::string const& properties)
{
    auto const map =
        test::load("MAP SIZE 100 100 EXTENT 0 0 99 99 LAYER NAME \"l\" TYPE LINE STATUS DEFAULT\n"
                   "FEATURE WKT \"LINESTRING(40 60,60 60,60 40)\" END\n"
                   "CLASS TEXT \"label\" LABEL SIZE 10 COLOR 255 0 0 ANGLE FOLLOW " +
                   properties + " END END END END");
    auto const bitmap = test::draw(map, test::Process{}).bitmap;
    auto const& pixels = bitmap.view().pixels;
    return std::ranges::any_of(pixels, [](std::uint8_t part) { return part < 100; });
}

/// The height of a label's ink above a level line, in pixels: the middle of its rows.
double height_above_line(std::string const& wkt, std::string const& offset,
                         std::string const& resolution = "72")
{
    auto const map = test::load(
        "MAP SIZE 200 100 EXTENT 0 0 199 99 RESOLUTION " + resolution +
        " LAYER NAME \"l\" TYPE LINE STATUS DEFAULT\n"
        "FEATURE WKT \"" +
        wkt + "\" END\nCLASS TEXT \"none\" LABEL SIZE 10 COLOR 255 0 0 ANGLE FOLLOW OFFSET " +
        offset + " END END END END");
    auto const bitmap = test::draw(map, test::Process{}).bitmap;
    double sum = 0;
    double count = 0;
    for (int y = 0; y < bitmap.height(); ++y) {
        for (int x = 0; x < bitmap.width(); ++x) {
            if (test::pixel(bitmap, x, y).green < 100) {
                sum += 49 - y; // the line runs along row 49
                ++count;
            }
        }
    }
    REQUIRE(count > 0);
    return sum / count;
}

/// The lowest row of the ink of a label that is drawn with its line, which lies in row 49.
int lowest_ink(std::string const& text)
{
    auto const map = test::load("MAP SIZE 200 100 EXTENT 0 0 199 99 LAYER NAME \"l\" TYPE LINE "
                                "STATUS DEFAULT LABELCACHE OFF\n"
                                "FEATURE WKT \"LINESTRING(10 50,190 50)\" END\nCLASS TEXT \"" +
                                text + "\" LABEL SIZE 20 COLOR 255 0 0 WRAP \"|\" END END END END");
    auto const bitmap = test::draw(map, test::Process{}).bitmap;
    int lowest = 0;
    for (int y = 0; y < bitmap.height(); ++y) {
        for (int x = 0; x < bitmap.width(); ++x) {
            lowest = test::pixel(bitmap, x, y).green < 100 ? y : lowest;
        }
    }
    return lowest;
}

} // namespace

TEST_CASE("labels of lines: without LABELCACHE the last baseline begins at the anchor")
{
    CHECK(lowest_ink("HHH") == lowest_ink("HHH|HHH"));
    CHECK(lowest_ink("Hgp") >= lowest_ink("HHH") + 4);
    CHECK(lowest_ink("HHH|Hgp") == lowest_ink("Hgp"));
    CHECK(lowest_ink("Hgp|HHH") == lowest_ink("HHH"));
}

TEST_CASE("labels along lines: MAXOVERLAPANGLE holds for forced ones, too, and 0 is no limit")
{
    CHECK_FALSE(is_set(""));
    CHECK_FALSE(is_set("FORCE TRUE"));
    CHECK(is_set("MAXOVERLAPANGLE 0"));
    CHECK(is_set("FORCE TRUE MAXOVERLAPANGLE 0"));
    CHECK(is_set("FORCE TRUE MAXOVERLAPANGLE 60"));
}

TEST_CASE("labels along lines: OFFSET x 99 is above the line, x -99 to the right of its direction")
{
    std::string const to_the_right = "LINESTRING(10 50,100 50,190 50)";
    std::string const to_the_left = "LINESTRING(190 50,100 50,10 50)";
    CHECK(height_above_line(to_the_right, "8 99") > 8);
    CHECK(height_above_line(to_the_left, "8 99") > 8);
    CHECK(height_above_line(to_the_right, "-8 99") < -8);
    CHECK(height_above_line(to_the_left, "-8 99") < -8);
    CHECK(height_above_line(to_the_right, "8 -99") < -8);
    CHECK(height_above_line(to_the_left, "8 -99") > 8);
    CHECK(height_above_line(to_the_right, "-8 -99") > 8);
    CHECK(height_above_line(to_the_left, "-8 -99") < -8);
    // MapServer 8.0.0: OFFSET and SIZE are not scaled, 8 + 10 / 2 pixels at any RESOLUTION.
    CHECK(height_above_line(to_the_right, "8 99", "144") == doctest::Approx(13).epsilon(0.1));
}

// MapServer 8.0.0 sets a text of one glyph at the middle of the longest segment, as with AUTO.
TEST_CASE("labels along lines: a single glyph is not set along the line, but as ANGLE AUTO sets it")
{
    auto const image = [](std::string const& angle, std::string const& text) {
        auto const map = test::load(
            "MAP SIZE 200 100 EXTENT 0 0 199 99 LAYER NAME \"l\" TYPE LINE STATUS DEFAULT\n"
            "FEATURE POINTS 10 20 30 50 190 80 END END\nCLASS TEXT \"" +
            text + "\" LABEL SIZE 12 COLOR 255 0 0 ANGLE " + angle + " END END END END");
        auto const bitmap = test::draw(map, test::Process{}).bitmap;
        auto const pixels = bitmap.view().pixels;
        return std::vector<std::uint8_t>(pixels.begin(), pixels.end());
    };
    CHECK(image("FOLLOW", "7") == image("AUTO", "7"));
    CHECK(image("FOLLOW", "77") != image("AUTO", "77"));
}
