// SPDX-License-Identifier: MIT
// Labels of STYLEITEM, in place of those of the class.
#include "drawing.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

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

namespace {

/// A point at 1:3780, drawn by a class or by what it brings.
std::vector<std::uint8_t> scaled(std::string const& scale, std::string const& drawn,
                                 bool is_of_class)
{
    test::Process const process;
    auto const item = is_of_class ? "" : "PROCESSING \"ITEMS=style\" STYLEITEM \"style\"";
    auto const drawing =
        test::draw(test::load("MAP SIZE 60 60 EXTENT 0 0 60 60 UNITS METERS RESOLUTION 96 SYMBOL "
                              "NAME \"disc\" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END "
                              "LAYER NAME \"points\" TYPE POINT STATUS DEFAULT " +
                              scale + ' ' + item + " FEATURE POINTS 30 30 END ITEMS '" +
                              (is_of_class ? "" : drawn) + "' END CLASS " +
                              (is_of_class ? drawn : "") + " END END END"),
                   process);
    auto const view = drawing.bitmap.view();
    return {view.pixels.begin(), view.pixels.end()};
}

} // namespace

// As MapServer since 8.4: 8.0.0 draws what features bring without the factor of the layer.
TEST_CASE("styles and labels in mapfile text have the scale of the layer, those of OGR do not")
{
    auto const style = R"(STYLE SYMBOL "disc" SIZE 8 COLOR 255 0 0 END)";
    auto const label = R"(LABEL TEXT "M" SIZE 8 COLOR 0 0 0 END)";
    auto const ogr = R"(SYMBOL(id:"disc",s:8px,c:#ff0000);LABEL(t:"M",s:8px))";
    for (auto const* const scale : {"SYMBOLSCALEDENOM 9000", "SIZEUNITS METERS"}) {
        CAPTURE(scale);
        CHECK(scaled(scale, style, false) == scaled(scale, style, true));
        CHECK(scaled(scale, std::string{"CLASS "} + label + " END", false) ==
              scaled(scale, label, true));
        CHECK(scaled(scale, ogr, false) == scaled("", ogr, false));
        CHECK(scaled(scale, style, false) != scaled("", style, false));
    }
}

TEST_CASE("labels at points that have an ANGLE turn with the map, others do not")
{
    auto const map_with = [](std::string const& label_angle) {
        return test::load(R"(
MAP SIZE 100 100 EXTENT 0 0 99 99 UNITS METERS ANGLE -45 PROJECTION "init=epsg:3857" END
  LAYER NAME "l" TYPE POINT STATUS DEFAULT PROJECTION "init=epsg:3857" END FEATURE POINTS 50 50 END END
    CLASS TEXT "MMMMM" LABEL SIZE 10 COLOR 255 0 0 POSITION CC ANGLE )" +
                          label_angle + " END END END END");
    };
    // The width of the ink, as in MapServer 8.0.0: level, and upright for 45 degrees.
    auto const width = [&](std::string const& label_angle) {
        auto const bitmap = test::draw(map_with(label_angle), test::Process{}).bitmap;
        int first = bitmap.width();
        int last = 0;
        for (int y = 0; y < bitmap.height(); ++y) {
            for (int x = 0; x < bitmap.width(); ++x) {
                if (test::pixel(bitmap, x, y).green < 100) {
                    first = std::min(first, x);
                    last = std::max(last, x);
                }
            }
        }
        return last - first;
    };
    CHECK(width("0") > 35);
    CHECK(width("45") < 15);
}

TEST_CASE("labels of one class do not need the attributes of another's style that is out of scale")
{
    auto const map = test::load(R"(
MAP SIZE 60 20 EXTENT 0 0 59 19 UNITS METERS
  LAYER NAME "l" TYPE POINT STATUS DEFAULT PROCESSING "ITEMS=n" FEATURE POINTS 30 10 END ITEMS "3" END
    CLASS LABEL SIZE 8 END END
    CLASS STYLE WIDTH [n] MAXSCALEDENOM 1 END END
  END
END)");
    CHECK_NOTHROW((void)test::draw(map, test::Process{}));
}
