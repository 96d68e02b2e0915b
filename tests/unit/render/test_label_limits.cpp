// SPDX-License-Identifier: MIT
// The limits of sizes of labels, and of features that are labelled, as in MapServer 8.0.0 (Debian's
// map2img, same maps).
#include "drawing.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

using namespace ms;

namespace {

image::Bitmap text_of_size(std::string const& map, std::string const& size)
{
    test::Process const process;
    return test::draw(test::load("MAP SIZE 80 30 EXTENT 0 0 79 29 " + map +
                                 R"( LAYER NAME "l" TYPE POINT STATUS DEFAULT
           FEATURE POINTS 40 15 END TEXT "Hxg" END
           CLASS LABEL COLOR 0 0 0 FORCE TRUE )" +
                                 size + " END END END END"),
                      process)
        .bitmap;
}

bool is_same(image::Bitmap const& one, image::Bitmap const& other)
{
    auto const a = one.view().pixels;
    auto const b = other.view().pixels;
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Which of two labels an area of 30 x 30 pixels has: 1 for the red one, 2 for the blue one.
int labels_of_area(std::string const& first, std::string const& second)
{
    test::Process const process;
    auto const bitmap = test::draw(test::load(R"(MAP SIZE 100 100 EXTENT 0 0 99 99
      LAYER NAME "l" TYPE POLYGON STATUS DEFAULT
        FEATURE POINTS 35 35 35 65 65 65 65 35 35 35 END TEXT "MM" END
        CLASS
          LABEL SIZE 10 COLOR 255 0 0 POSITION UC FORCE TRUE )" +
                                              first + R"( END
          LABEL SIZE 10 COLOR 0 0 255 POSITION LC FORCE TRUE )" +
                                              second + " END END END END"),
                                   process)
                            .bitmap;
    int found = 0;
    for (int y = 0; y < bitmap.height(); ++y) {
        for (int x = 0; x < bitmap.width(); ++x) {
            auto const color = test::pixel(bitmap, x, y);
            found |= color.red > 200 && color.green < 100 && color.blue < 100 ? 1 : 0;
            found |= color.blue > 200 && color.green < 100 && color.red < 100 ? 2 : 0;
        }
    }
    return found;
}

/// How far to the right of (50, 50) the blue leader reaches of a label that collides with the
/// symbol of another point.
int reach_of_leader(std::string const& map, std::string const& layer)
{
    test::Process const process;
    auto const bitmap = test::draw(test::load("MAP SIZE 101 101 EXTENT 0 0 100 100 " + map +
                                              R"(
        SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
        LAYER NAME "l" TYPE POINT STATUS DEFAULT )" +
                                              layer + R"(
        FEATURE POINTS 50 50 END TEXT "i" END FEATURE POINTS 50 50 END TEXT "i" END
        CLASS
          STYLE SYMBOL "circle" SIZE 4 COLOR 255 0 0 END
          LEADER MAXDISTANCE 20 GRIDSTEP 20 STYLE COLOR 0 0 255 WIDTH 3 END END
          LABEL SIZE 6 COLOR 255 255 255 END END END END)"),
                                   process)
                            .bitmap;
    int reach = 0;
    for (int x = 50; x < bitmap.width(); ++x) {
        for (int y = 0; y < bitmap.height(); ++y) {
            auto const color = test::pixel(bitmap, x, y);
            reach = color.blue > 200 && color.red < 100 ? x - 50 : reach;
        }
    }
    return reach;
}

} // namespace

TEST_CASE("label limits: the PRIORITY of the first LABEL counts, even if that one is not drawn")
{
    test::Process const process;
    auto const draws = [&](int first, int second) {
        auto const label = [](int priority, std::string const& more) {
            return "LABEL SIZE 8 COLOR 255 0 0 FORCE GROUP PRIORITY " + std::to_string(priority) +
                   more + " END ";
        };
        auto const bitmap = test::draw(test::load(R"(MAP SIZE 100 100 EXTENT 0 0 99 99
          LAYER NAME "a" TYPE POINT STATUS DEFAULT FEATURE POINTS 50 50 END TEXT "MMMM" END
            CLASS )" + label(first, R"( EXPRESSION ("a" = "b"))") +
                                                  label(second, "") + R"( END END
          SYMBOL NAME "circle" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
          LAYER NAME "b" TYPE POINT STATUS DEFAULT FEATURE POINTS 60 50 END TEXT "i" END
            CLASS STYLE SYMBOL "circle" SIZE 6 COLOR 0 0 255 END
              LABEL SIZE 8 COLOR 0 0 0 PRIORITY 5 POSITION UR OFFSET 0 30 END END END END)"),
                                       process)
                                .bitmap;
        bool is_drawn = false;
        for (int x = 30; x < 55; ++x) {
            auto const color = test::pixel(bitmap, x, 50);
            is_drawn |= color.red > 200 && color.green < 150;
        }
        return is_drawn;
    };
    CHECK(draws(10, 1)); // markers of labels with PRIORITY 5 block those below it
    CHECK_FALSE(draws(1, 10));
}

TEST_CASE("label limits: distances of LEADER are pixels whatever the RESOLUTION and scale")
{
    int const reach = reach_of_leader("", "");
    CHECK(reach > 17);
    CHECK(reach < 23);
    CHECK(std::abs(reach_of_leader("RESOLUTION 144", "") - reach) <= 4);
    CHECK(std::abs(reach_of_leader("UNITS METERS", "SYMBOLSCALEDENOM 4000") - reach) <= 4);
}

TEST_CASE("label limits: MAXSIZE times RESOLUTION is rounded, SIZE is cut off")
{
    auto const limited = [](std::string const& size) {
        return text_of_size("RESOLUTION 96", size);
    };
    CHECK(is_same(limited("SIZE 9 MAXSIZE 8"), text_of_size("", "SIZE 11"))); // 10.67
    CHECK(is_same(limited("SIZE 9 MAXSIZE 7"), text_of_size("", "SIZE 9")));  // 9.33
    CHECK(is_same(limited("SIZE 9 MAXSIZE 5"), text_of_size("", "SIZE 7")));  // 6.67
    CHECK(is_same(limited("SIZE 8"), text_of_size("", "SIZE 10")));           // 10.67
}

TEST_CASE("label limits: MINFEATURESIZE of an area's first label counts for all its labels")
{
    CHECK(labels_of_area("", "") == 3);
    CHECK(labels_of_area("MINFEATURESIZE 60", "") == 0);
    CHECK(labels_of_area("", "MINFEATURESIZE 60") == 3);
    CHECK(labels_of_area("MINFEATURESIZE 20", "MINFEATURESIZE 60") == 3);
    CHECK(labels_of_area("MINFEATURESIZE AUTO SIZE 40", "") == 2);
}
