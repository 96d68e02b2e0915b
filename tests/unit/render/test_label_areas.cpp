// SPDX-License-Identifier: MIT
// Areas behind texts (GEOMTRANSFORM "labelpoly"), as MapServer 8.0.0 draws them.
#include "drawing.hpp"

#include "render/surround/scale_bar.hpp"

#include <string>

using namespace ms;

namespace {

constexpr auto symbols = R"( SYMBOL NAME "dots" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END
  SYMBOL NAME "hatch" TYPE HATCH END SYMBOL NAME "box" TYPE VECTOR FILLED TRUE POINTS 0 0 4 0 4 4 0 4 0 0 END END )";

std::size_t red_pixels(image::Bitmap const& bitmap)
{
    std::size_t count = 0;
    for (int y = 0; y < bitmap.height(); ++y) {
        for (int x = 0; x < bitmap.width(); ++x) {
            auto const color = test::pixel(bitmap, x, y);
            count += color.red > 200 && color.green < 100 && color.blue < 100 ? 1U : 0U;
        }
    }
    return count;
}

std::string area(std::string const& drawn)
{
    return " STYLE GEOMTRANSFORM \"labelpoly\" " + drawn + " END ";
}

} // namespace

TEST_CASE("areas of labels are filled with symbols and hatches")
{
    test::Process const process;
    auto const red = [&](std::string const& drawn, std::string const& layer) {
        auto const map = test::load(std::string{"MAP SIZE 100 40 EXTENT 0 0 99 39 UNITS METERS "} +
                                    symbols + "LAYER TYPE POINT STATUS DEFAULT " + layer +
                                    " FEATURE POINTS 50 20 END TEXT \"Some text\" END CLASS LABEL "
                                    "SIZE 12 COLOR 0 0 0 POSITION CC " +
                                    area(drawn) + " END END END END");
        return red_pixels(test::draw(map, process).bitmap);
    };
    for (auto const* const layer : {"", "LABELCACHE OFF", "COMPOSITE OPACITY 99 END"}) {
        CAPTURE(layer);
        auto const plain = red("COLOR 255 0 0", layer);
        CHECK(plain > 500);
        for (auto const* const drawn :
             {"SYMBOL \"dots\" SIZE 4 COLOR 255 0 0", "SYMBOL \"hatch\" SIZE 4 COLOR 255 0 0",
              "SYMBOL \"box\" SIZE 4 GAP 8 COLOR 255 0 0"}) {
            CAPTURE(drawn);
            auto const patterned = red(drawn, layer);
            CHECK(patterned > plain / 10);
            CHECK(patterned < plain * 9 / 10);
        }
    }
}

TEST_CASE("areas of a scale bar's numbers: a SYMBOL counts as a number only")
{
    test::Process const process;
    auto const red = [&](std::string const& drawn) {
        auto const map = test::load(
            std::string{"MAP SIZE 200 100 EXTENT 0 0 1000 500 UNITS METERS "} + symbols +
            "SCALEBAR UNITS METERS LABEL SIZE 12 COLOR 0 0 0 " + area(drawn) + " END END END");
        auto format = render::find_output_format(*map, "png");
        return red_pixels(render::draw_scale_bar(*map, render::make_viewport(*map, {}),
                                                 render::setting_of(format, {}), process.services));
    };
    auto const plain = red("COLOR 255 0 0");
    CHECK(plain > 500);
    CHECK(red("SYMBOL \"hatch\" SIZE 5 COLOR 255 0 0") == plain);
    auto const hatched = red("SYMBOL 2 SIZE 5 COLOR 255 0 0");
    CHECK(hatched > plain / 10);
    CHECK(hatched < plain * 3 / 4);
}

// 60 areas of an outline whose symbol has 400 pixels, each of another colour: 640 kB each.
TEST_CASE("areas of labels: their symbols count in the memory of a request")
{
    test::Process const process;
    std::string points;
    for (int i = 0; i < 60; ++i) {
        points += " FEATURE POINTS 50 20 END ITEMS '#0000" + std::to_string(10 + i) + "' END";
    }
    auto const map = test::load(
        "MAP SIZE 100 40 EXTENT 0 0 99 39 UNITS METERS SYMBOL NAME \"dots\" TYPE ELLIPSE FILLED "
        "TRUE POINTS 1 1 END END LAYER TYPE POINT STATUS DEFAULT PROCESSING \"ITEMS=c\"" +
        points + " CLASS LABEL TEXT \"x\" SIZE 12 COLOR 0 0 0 " +
        area("SYMBOL \"dots\" SIZE 400 OUTLINECOLOR [c]") + " END END END END");
    Budget budget;
    auto services = process.services;
    services.budget = &budget;
    auto const plan = render::make_plan(map, render::make_viewport(*map, {}), {},
                                        render::find_output_format(*map, "png"));
    (void)render::run(plan, services);
    CHECK(budget.peak_bytes() > 60 * 600'000);
}

// As MapServer 8.0.0.
TEST_CASE("texts of points keep off the symbol of the first STYLE, also where it is out of scale")
{
    test::Process const process;
    auto const left_of_text = [&](std::string const& limit) {
        auto const map = test::load(
            std::string{"MAP SIZE 100 40 EXTENT 0 0 99 39 UNITS METERS "} + symbols +
            "LAYER TYPE POINT STATUS DEFAULT FEATURE POINTS 20 20 END END CLASS TEXT \"none\" "
            "STYLE SYMBOL \"dots\" SIZE 30 COLOR 0 255 0 " +
            limit + " END LABEL SIZE 8 COLOR 255 0 0 POSITION CR END END END END");
        auto const bitmap = test::draw(map, process).bitmap;
        for (int x = 0; x < bitmap.width(); ++x) {
            for (int y = 0; y < bitmap.height(); ++y) {
                if (test::pixel(bitmap, x, y).blue < 100 && test::pixel(bitmap, x, y).green < 200) {
                    return x;
                }
            }
        }
        return -1;
    };
    auto const beside = left_of_text("");
    CHECK(beside > 20 + 15);
    CHECK(left_of_text("MAXSCALEDENOM 1") == beside);
}

// As MapServer 8.0.0: POSITION CR begins two pixels beside the point.
TEST_CASE("texts keep off the width of a symbol, which a vertical stroke does not have")
{
    test::Process const process;
    auto const map = test::load(
        "MAP SIZE 100 40 EXTENT 0 0 99 39 UNITS METERS SYMBOL NAME \"tick\" TYPE VECTOR POINTS 0 0 "
        "0 4 END END LAYER TYPE POINT STATUS DEFAULT FEATURE POINTS 20 20 END END CLASS TEXT "
        "\"none\" STYLE SYMBOL \"tick\" SIZE 30 COLOR 0 0 255 END LABEL SIZE 8 COLOR 255 0 0 "
        "POSITION CR END END END END");
    auto const bitmap = test::draw(map, process).bitmap;
    int left = 0;
    for (int x = bitmap.width() - 1; x >= 0; --x) {
        for (int y = 0; y < bitmap.height(); ++y) {
            auto const color = test::pixel(bitmap, x, y);
            left = color.red > 200 && color.green < 100 ? x : left;
        }
    }
    CHECK(left >= 22);
    CHECK(left <= 24);
}
