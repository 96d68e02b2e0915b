// SPDX-License-Identifier: MIT
// The cuts of shapes at the edge of the image: dashes begin there, and labels are in the middle of
// the rest. All numbers are MapServer 8.0.0's (Debian's map2img, same maps).
#include "drawing.hpp"

#include <fmt/format.h>

#include <string>

using namespace ms;

namespace {

bool is_red(image::Color const& color)
{
    return color.red > 150 && color.green < 100;
}

/// Whether an area that rises so many pixels above the lower edge is labelled.
bool is_labelled(std::string const& style, int height)
{
    auto const map = test::load(fmt::format(
        R"~(MAP SIZE 200 200 EXTENT 0 0 199 199 LAYER NAME "l" TYPE POLYGON STATUS DEFAULT
           FEATURE WKT "POLYGON((50 -500,150 -500,150 {0},50 {0},50 -500))" TEXT "label" END
           CLASS {1} LABEL SIZE 10 COLOR 255 0 0 MINFEATURESIZE 60 END END END END)~",
        height, style));
    auto const bitmap = test::draw(map, test::Process{}).bitmap;
    for (int y = 0; y < bitmap.height(); ++y) {
        for (int x = 0; x < bitmap.width(); ++x) {
            if (is_red(test::pixel(bitmap, x, y))) {
                return true;
            }
        }
    }
    return false;
}

/// The lowest area that is labelled.
int min_height(std::string const& style)
{
    int height = 30;
    while (height < 70 && !is_labelled(style, height)) {
        ++height;
    }
    return height;
}

/// The number of painted pixels of a dash of 20 that begins where the line is cut.
int dash_in_image(std::string const& other_style)
{
    auto const map = test::load(fmt::format(
        R"~(MAP SIZE 200 200 EXTENT 0 0 199 199 LAYER NAME "l" TYPE LINE STATUS DEFAULT
           PROCESSING "ITEMS=kind"
           FEATURE WKT "LINESTRING(-500 100,150 100)" ITEMS "b" END
           CLASS EXPRESSION ("[kind]" = "a") {} END
           CLASS STYLE COLOR 255 0 0 WIDTH 1 LINECAP BUTT PATTERN 20 180 END END END END END)~",
        other_style));
    auto const bitmap = test::draw(map, test::Process{}).bitmap;
    int painted = 0;
    for (int x = 0; x < bitmap.width(); ++x) {
        painted += test::pixel(bitmap, x, 99).green < 200 ? 1 : 0;
    }
    return painted;
}

} // namespace

TEST_CASE("clipping: areas are clipped beyond the image by the width of their outlines")
{
    CHECK(min_height("") == 58);
    CHECK(min_height("STYLE COLOR 200 200 200 END") == 56);
    CHECK(min_height("STYLE OUTLINECOLOR 200 200 200 WIDTH 10 END") == 47);
    CHECK(min_height("STYLE OUTLINECOLOR 200 200 200 WIDTH 20 END") == 37);
}

TEST_CASE("clipping: a line is cut for its own class, however wide the lines of others are")
{
    CHECK(dash_in_image("STYLE COLOR 0 0 0 WIDTH 1 END") == 18);
    CHECK(dash_in_image("STYLE COLOR 0 0 0 WIDTH 21 END") == 18);
}
