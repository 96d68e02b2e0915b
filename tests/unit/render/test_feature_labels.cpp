// SPDX-License-Identifier: MIT
// Labels of STYLEITEM, in place of those of the class.
#include "drawing.hpp"

#include <string>

using namespace ms;

namespace {

std::string map_of(std::string const& style)
{
    return R"(
MAP
  SIZE 60 20 EXTENT 0 0 59 19 UNITS METERS IMAGECOLOR 255 255 255
  LAYER NAME "points" TYPE POINT STATUS DEFAULT PROCESSING "ITEMS=style" STYLEITEM "style"
    FEATURE POINTS 30 10 END ITEMS ')" +
           style + R"(' END
    CLASS TEXT "of the class" LABEL SIZE 10 COLOR 0 0 255 POSITION CC END END
  END
END)";
}

/// Whether any pixel is more of a colour than of the others.
bool has(image::Bitmap const& bitmap, std::uint8_t image::Color::*requested)
{
    for (int y = 0; y < bitmap.height(); ++y) {
        for (int x = 0; x < bitmap.width(); ++x) {
            auto const color = test::pixel(bitmap, x, y);
            if (color.*requested > 200 && color.red + color.green + color.blue < 400) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

TEST_CASE("labels of features are drawn instead of those of the class")
{
    test::Process const process;
    auto const own =
        test::draw(test::load(map_of(R"(LABEL(t:"MMM",s:12px,c:#ff0000,p:5))")), process);
    CHECK(has(own.bitmap, &image::Color::red));
    CHECK_FALSE(has(own.bitmap, &image::Color::blue));
    auto const none = test::draw(test::load(map_of("STYLE SIZE 1 END")), process);
    CHECK_FALSE(has(none.bitmap, &image::Color::blue));
}

TEST_CASE("labels of features that cannot be read are counted in the log, and the map is drawn")
{
    std::string lines;
    test::Process const process{
        Log{LogLevel::Notice, [&](LogLine const& line) { lines += line.message; }}};
    auto const text = R"(CLASS LABEL TEXT "a" FONT "none" END END)";
    CHECK_NOTHROW((void)test::draw(test::load(map_of(text)), process));
    CHECK(lines.find("layer \"points\": 1 styles or labels of STYLEITEM cannot be read") !=
          std::string::npos);
}
