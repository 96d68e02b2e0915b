// SPDX-License-Identifier: MIT
#include "render/query/class_hits.hpp"
#include "render/surround/embed.hpp"
#include "render/surround/legend.hpp"
#include "render/surround/reference_map.hpp"
#include "render/surround/scale_bar.hpp"

#include "base/error.hpp"
#include "mapfile/load.hpp"
#include "source/postgis/link/databases.hpp"
#include "text/font_cache.hpp"

#include "unit/render/drawing.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::render;

namespace {

/// DejaVu Sans Condensed at SIZE 10 (13 pixels to the em): digits are 1172/2048 em wide, and from
/// -29/2048 to 1520/2048 em high.
constexpr BarText size_10{7.4395, 9.84375};

Viewport view_of_cells(double cell_size, double inches_per_unit = 39.3701)
{
    Viewport view;
    view.cell_size_x = view.cell_size_y = cell_size;
    view.inches_per_unit = inches_per_unit;
    return view;
}

mapfile::ScaleBar bar_of(int width, int height, int intervals, mapfile::Units units)
{
    mapfile::ScaleBar bar;
    bar.size = {width, height};
    bar.intervals = intervals;
    bar.units = units;
    return bar;
}

std::shared_ptr<mapfile::Map const> load(std::string_view text)
{
    auto const loaded = mapfile::load_text(text, ".");
    REQUIRE_MESSAGE(loaded.map != nullptr, mapfile::errors_of(loaded.problems));
    return loaded.map;
}

struct Rows {
    text::FontCache fonts;
    std::shared_ptr<mapfile::Map const> map;
    FurnitureText label;

    explicit Rows(std::string_view text)
        : map(load(text)), label(*map, map->legend.label, {}, fonts)
    {}

    [[nodiscard]] LegendLayout lay_out(LegendRequest const& request) const
    {
        Budget unlimited;
        return lay_out_legend(*map, request, label, unlimited);
    }
};

constexpr std::string_view three_layers = R"(
MAP
  LEGEND KEYSIZE 20 10 KEYSPACING 5 5 LABEL SIZE 10 END END
  LAYER
    NAME "below" TYPE POLYGON STATUS ON
    CLASS NAME "def" STYLE COLOR 255 0 0 END END
    CLASS STYLE COLOR 0 0 0 END END
    CLASS NAME "" STYLE COLOR 0 0 0 END END
  END
  LAYER
    NAME "hidden" TYPE POLYGON STATUS OFF
    CLASS NAME "never" STYLE COLOR 255 0 0 END END
  END
  LAYER
    NAME "above" TYPE LINE STATUS DEFAULT CLASSGROUP "b" MAXSCALEDENOM 1000
    CLASS NAME "a" GROUP "a" STYLE COLOR 255 0 0 END END
    CLASS NAME "b" TITLE "x" GROUP "b" MAXSCALEDENOM 100 STYLE COLOR 255 0 0 END END
  END
END
)";

} // namespace

// All bars as the program scalebar of MapServer 8.0.0 draws them: pixels counted in its images.
TEST_CASE("scale bar: as long as its texts allow, in whole lengths, in the middle")
{
    auto const bar = bar_of(200, 3, 4, mapfile::Units::Kilometers);
    auto const layout = lay_out_scale_bar(bar, view_of_cells(100), size_10);
    CHECK(layout.width == 200);
    CHECK(layout.height == 21);
    CHECK(layout.interval == 4);
    CHECK(layout.interval_px == 40);
    CHECK(layout.left == 7);
    CHECK(layout.number(0) == "0");
    CHECK(layout.number(4) == "16");
    CHECK(lay_out_scale_bar(bar, view_of_cells(123), size_10).interval_px == 33);
    CHECK(lay_out_scale_bar(bar, view_of_cells(7), size_10).left == 27);
    CHECK(lay_out_scale_bar(bar, view_of_cells(33333), size_10).interval_px == 36);
}

TEST_CASE("scale bar: ALIGN moves the bar, to the left as far as MapServer does")
{
    auto bar = bar_of(300, 4, 4, mapfile::Units::Kilometers);
    CHECK(lay_out_scale_bar(bar, view_of_cells(100), size_10).left == 17);
    bar.align = mapfile::TextAlign::Left;
    CHECK(lay_out_scale_bar(bar, view_of_cells(100), size_10).left == 3);
    bar.align = mapfile::TextAlign::Right;
    CHECK(lay_out_scale_bar(bar, view_of_cells(100), size_10).left == 34);
}

TEST_CASE("scale bar: no image without units of length, or without room")
{
    auto const bar = bar_of(200, 3, 4, mapfile::Units::Kilometers);
    CHECK_THROWS_AS((void)lay_out_scale_bar(bar, view_of_cells(100, 0), size_10), Error);
    CHECK_THROWS_AS((void)lay_out_scale_bar(bar_of(20, 3, 50, mapfile::Units::Miles),
                                            view_of_cells(100), size_10),
                    Error);
}

TEST_CASE("scale bar: lengths are rounded to one digit below 1 and to two from 100 on")
{
    CHECK(round_interval(0.0123) == doctest::Approx(0.01));
    CHECK(round_interval(0.96) == doctest::Approx(1));
    CHECK(round_interval(7.4) == 7);
    CHECK(round_interval(87.4) == 87);
    CHECK(round_interval(874) == 870);
    CHECK(round_interval(9.87e9) == doctest::Approx(9.9e9)); // where MapServer gives up
    CHECK(round_interval(0) == 0);
}

// Sizes as the program legend of MapServer 8.0.0 makes them.
TEST_CASE("legend: the topmost layer first, rows for classes with a TITLE or NAME")
{
    Rows const rows{three_layers};
    auto const layout = rows.lay_out({});
    REQUIRE(layout.rows.size() == 3);
    CHECK(layout.rows[0].layer->name == "above");
    CHECK(layout.rows[0].class_index == 1);
    CHECK(layout.rows[1].layer->classes[layout.rows[1].class_index].name == "def");
    CHECK(layout.rows[2].class_index == 2); // NAME "" has a row without text
    CHECK(layout.height == 5 + 3 * 10 + 2 * 5 + 5);
    CHECK(layout.width == 54); // margins 5 and 5, key 20, space 5, "def" 19
    CHECK(layout.rows[1].key == geometry::Box{5, 20, 25, 30});
}

// MapServer 8.0.0 writes 109 pixels for this text, whose width is a half.
TEST_CASE("legend: halves of a text's width are rounded to even numbers")
{
    Rows const rows{"MAP LEGEND LABEL TYPE BITMAP SIZE MEDIUM END END LAYER STATUS ON TYPE POLYGON "
                    "CLASS NAME \"second class\" STYLE COLOR 0 0 0 END END END END"};
    CHECK(rows.lay_out({}).width == 109);
}

// As the program legend of MapServer 8.0.0 draws it, for points, lines and polygons.
TEST_CASE("legend: symbols of labels are drawn over the class, areas below texts are not")
{
    test::Process const process;
    auto const middle = [&](std::string const& type, std::string const& content,
                            double scale_denominator = 5000) {
        auto const map =
            test::load("MAP SYMBOL NAME \"c\" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END "
                       "LAYER STATUS ON TYPE " +
                       type + " CLASS NAME \"x\" " + content + " END END END");
        Budget budget;
        auto services = process.services;
        services.budget = &budget;
        auto format = find_output_format(*map, "png");
        LegendRequest const request{.scale_denominator = scale_denominator,
                                    .key_size = mapfile::Size{20, 12}};
        auto const legend = legend_image(*map, request, setting_of(format, {}), services);
        return test::pixel(legend.bitmap, 5 + 10, 5 + 6); // within margins of 5
    };
    auto const label = [](std::string const& transform, std::string const& color) {
        return " LABEL STYLE " + transform + " SYMBOL \"c\" SIZE 8 COLOR " + color + " END END";
    };
    std::string const point = "GEOMTRANSFORM \"labelpnt\"";
    std::string const area = "GEOMTRANSFORM \"labelpoly\"";
    image::Color const red{255, 0, 0, 255};
    image::Color const blue{0, 0, 255, 255};
    for (std::string const type : {"POINT", "LINE", "POLYGON"}) {
        CAPTURE(type);
        std::string const key_image =
            "KEYIMAGE \"" MS_SOURCE_DIR "/mapfile-examples/data/symbols/bushes.png\"";
        for (std::string const& style :
             {std::string{}, std::string{"STYLE SYMBOL \"c\" SIZE 4 COLOR 0 255 0 END"},
              key_image}) {
            CHECK(middle(type, style + label("", "255 0 0")) == red);
            CHECK(middle(type, style + label(point, "255 0 0")) == red);
            CHECK_FALSE(middle(type, style + label(area, "255 0 0")) == red);
            CHECK_FALSE(middle(type, style + label(point, "255 0 0"), 0) == red); // of no scale
            CHECK(middle(type, style + label(point, "255 0 0") + label("", "0 0 255")) == blue);
            CHECK(middle(type, style + label(area, "255 0 0") + label(point, "0 0 255")) == blue);
        }
    }
}

// As MapServer 8.0.0 draws them.
TEST_CASE("scale bar: boxes without OUTLINECOLOR are outlined in white")
{
    test::Process const process;
    auto const map = test::load("MAP SIZE 200 100 EXTENT 0 0 1000 500 UNITS METERS SCALEBAR UNITS "
                                "METERS IMAGECOLOR 0 0 255 LABEL SIZE 10 END END END");
    auto format = find_output_format(*map, "png");
    auto const bar =
        draw_scale_bar(*map, make_viewport(*map, {}), setting_of(format, {}), process.services);
    int white = 0;
    for (int x = 0; x < bar.width(); ++x) {
        white += test::pixel(bar, x, 3) == image::Color{255, 255, 255, 255} ? 1 : 0;
    }
    CHECK(white > 100); // the upper edge of the boxes
}

// Heights of MapServer 8.0.0: SIZE is not scaled, but the least one of 4 is.
TEST_CASE("scale bar: RESOLUTION scales MINSIZE of its texts only")
{
    test::Process const process;
    auto const height = [&](std::string const& resolution, std::string const& size) {
        auto const map =
            test::load("MAP SIZE 300 200 EXTENT 0 0 120 90 UNITS DD RESOLUTION " + resolution +
                       " SCALEBAR UNITS KILOMETERS SIZE 200 5 INTERVALS "
                       "3 LABEL SIZE " +
                       size + " END END END");
        auto format = find_output_format(*map, "png");
        return draw_scale_bar(*map, make_viewport(*map, {}), setting_of(format, {}),
                              process.services)
            .height();
    };
    CHECK(height("72", "5") == 15);
    CHECK(height("144", "5") == 21);
    CHECK(height("144", "8") == 21);
    CHECK(height("144", "10") == 23);
    CHECK(height("216", "10") == 28);
}

// As MapServer 8.0.0 draws them.
TEST_CASE("scale bar: by cairo it has no ground without IMAGECOLOR, and black outlines")
{
    test::Process const process;
    for (bool const has_color : {false, true}) {
        auto const map = test::load("MAP SIZE 200 100 EXTENT 0 0 1000 500 UNITS METERS SCALEBAR "
                                    "UNITS METERS " +
                                    std::string{has_color ? "IMAGECOLOR 0 0 255" : ""} +
                                    " LABEL SIZE 10 END END END");
        auto format = find_output_format(*map, "cairopng");
        auto const setting = setting_of(format, transparency_of(map->scale_bar, canvas_of(format)));
        auto const bar = draw_scale_bar(*map, make_viewport(*map, {}), setting, process.services);
        CHECK(test::pixel(bar, 0, 0).alpha == (has_color ? 255 : 0));
        int black = 0;
        for (int x = 0; x < bar.width(); ++x) {
            black += test::pixel(bar, x, 3) == image::Color{0, 0, 0, 255} ? 1 : 0;
        }
        CHECK(black > 100); // the upper edge of the boxes
    }
}

// As MapServer 8.0.0: one pixel of black, on two rows, by cairo; two by AGG.
TEST_CASE("scale bar: by cairo the line of STYLE 1 is finer")
{
    test::Process const process;
    auto const map =
        test::load("MAP SIZE 200 100 EXTENT 0 0 1000 500 UNITS METERS SCALEBAR STYLE 1 "
                   "UNITS METERS IMAGECOLOR 255 255 255 LABEL SIZE 10 END END END");
    auto const blackness = [&](std::string_view name) {
        auto format = find_output_format(*map, name);
        auto const bar =
            draw_scale_bar(*map, make_viewport(*map, {}), setting_of(format, {}), process.services);
        double black = 0;
        for (int y = 0; y < 5; ++y) { // between two ticks
            black += (255 - test::pixel(bar, bar.width() / 2 + 10, y).red) / 255.0;
        }
        return black;
    };
    CHECK(blackness("png") == doctest::Approx(2).epsilon(0.05));
    CHECK(blackness("cairopng") == doctest::Approx(1).epsilon(0.05));
}

TEST_CASE("legend: COMPOSITE OPACITY is that of the outline, too")
{
    test::Process const process;
    auto const map = test::load(
        "MAP SIZE 200 100 EXTENT 0 0 10 5 UNITS METERS LEGEND KEYSIZE 20 10 OUTLINECOLOR 0 0 0 END "
        "LAYER NAME \"a\" TYPE POLYGON STATUS ON COMPOSITE OPACITY 50 END FEATURE POINTS 1 1 2 1 2 "
        "2 1 "
        "1 END END CLASS NAME \"x\" STYLE COLOR 255 255 255 END END END END");
    auto format = find_output_format(*map, "png");
    auto const legend = draw_legend(*map, {}, setting_of(format, {}), process.services);
    int darkest = 255;
    for (int x = 0; x < 28; ++x) {
        darkest = std::min<int>(darkest, test::pixel(legend, x, 10).red);
    }
    CHECK(darkest > 120);
    CHECK(darkest < 135);
}

TEST_CASE("legend: OUTLINECOLOR goes along the rectangle of an area, COLORRANGE colours no line")
{
    test::Process const process;
    auto const map = test::load("MAP LEGEND OUTLINECOLOR 255 0 0 END LAYER TYPE POLYGON "
                                "CLASS NAME \"x\" STYLE COLOR 0 255 0 OUTLINECOLOR 0 0 255 WIDTH 5 "
                                "END END CLASS NAME \"y\" STYLE COLORRANGE 1 1 1 9 9 9 DATARANGE "
                                "0 1 RANGEITEM \"r\" END END END END");
    auto const& layer = map->layers[0];
    Budget budget;
    auto services = process.services;
    services.budget = &budget;
    auto format = find_output_format(*map, "png");
    auto const icon = [&](std::size_t number) {
        return draw_icon(*map, layer, layer.classes[number], {.key_size = mapfile::Size{20, 12}},
                         setting_of(format, {}), services);
    };
    CHECK(test::pixel(icon(0), 10, 2) == image::Color{255, 0, 0, 255});
    CHECK(test::pixel(icon(0), 10, 0) == image::Color{0, 0, 255, 255});
    CHECK(test::pixel(icon(1), 10, 6) == image::Color{255, 255, 255, 255});
}

// As mode=legend of MapServer 8.0.0: the upper left corner of a rectangle, which a zigzag lacks.
TEST_CASE("legend: an area whose symbols have no COLOR is a zigzag")
{
    test::Process const process;
    auto const map = test::load("MAP SYMBOL NAME \"tick\" TYPE VECTOR POINTS 0 0 0 4 END END "
                                "LAYER TYPE POLYGON "
                                "CLASS NAME \"x\" STYLE SYMBOL \"tick\" OUTLINECOLOR 255 0 0 END "
                                "END CLASS NAME \"y\" STYLE COLOR [c] OUTLINECOLOR 255 0 0 END END "
                                "CLASS NAME \"z\" STYLE COLOR 255 0 0 END END END END");
    auto const& layer = map->layers[0];
    Budget budget;
    auto services = process.services;
    services.budget = &budget;
    auto format = find_output_format(*map, "png");
    auto const corner = [&](std::size_t number) {
        auto const icon =
            draw_icon(*map, layer, layer.classes[number], {.key_size = mapfile::Size{20, 10}},
                      setting_of(format, {}), services);
        return test::pixel(icon, 1, 1);
    };
    CHECK(corner(0) == image::Color{255, 255, 255, 255});
    CHECK(corner(1) == image::Color{255, 255, 255, 255});
    CHECK(corner(2) == image::Color{255, 0, 0, 255});
}

// Colours of mode=legendicon of MapServer 8.0.0.
TEST_CASE("legend: COLORRANGE fills an area with its colours from left to right")
{
    test::Process const process;
    auto const map = test::load("MAP LAYER TYPE RASTER CLASS NAME \"x\" STYLE COLORRANGE 200 0 0 0 "
                                "0 200 DATARANGE 0 10 END "
                                "END END LAYER TYPE POLYGON CLASS NAME \"y\" STYLE COLORRANGE 200 "
                                "0 0 0 0 200 COLOR 0 255 0 "
                                "OUTLINECOLOR 0 0 0 WIDTH 6 END END END END");
    Budget budget;
    auto services = process.services;
    services.budget = &budget;
    auto format = find_output_format(*map, "png");
    auto const icon = [&](std::size_t number) {
        auto const& layer = map->layers[number];
        return draw_icon(*map, layer, layer.classes[0], {.key_size = mapfile::Size{20, 10}},
                         setting_of(format, {}), services);
    };
    CHECK(test::pixel(icon(0), 0, 5) == image::Color{200, 0, 0, 255});
    CHECK(test::pixel(icon(0), 1, 0) == image::Color{189, 0, 10, 255});
    CHECK(test::pixel(icon(0), 18, 8) == image::Color{10, 0, 189, 255});
    CHECK(test::pixel(icon(0), 19, 5) == image::Color{255, 255, 255, 255});
    CHECK(test::pixel(icon(0), 10, 9) == image::Color{255, 255, 255, 255});
    CHECK(test::pixel(icon(1), 2, 5) == image::Color{255, 255, 255, 255});
    CHECK(test::pixel(icon(1), 3, 3) == image::Color{200, 0, 0, 255});
    CHECK(test::pixel(icon(1), 10, 2) == image::Color{255, 255, 255, 255});
}

// Columns and rows of mode=legend of MapServer 8.0.0, whose icons lie at 5 and 20.
TEST_CASE("legend: COLORRANGE begins at the nearest pixel, of two the even one")
{
    test::Process const process;
    std::string const style =
        "STYLE COLORRANGE 0 0 0 0 0 200 RANGEITEM \"a\" COLOR 0 255 0 END END ";
    auto const map = test::load("MAP LEGEND KEYSIZE 20 10 KEYSPACING 5 5 END "
                                "LAYER TYPE POLYGON STATUS ON CLASS NAME \"x\" " +
                                style + "CLASS NAME \"y\" " + style + "END END");
    Budget budget;
    auto services = process.services;
    services.budget = &budget;
    auto format = find_output_format(*map, "png");
    auto const legend = legend_image(*map, {}, setting_of(format, {}), services).bitmap;
    auto const is_black = [&](int x, int y) {
        return test::pixel(legend, x, y) == image::Color{0, 0, 0, 255};
    };
    CHECK(!is_black(5, 10));
    CHECK(is_black(6, 10));
    CHECK(!is_black(6, 5));
    CHECK(is_black(6, 14));
    CHECK(!is_black(6, 15));
    CHECK(is_black(6, 20));
    CHECK(is_black(6, 28));
    CHECK(!is_black(6, 29));
}

TEST_CASE("legend: in PDF and SVG it is a drawing, not an image")
{
    test::Process const process;
    auto const map = test::load("MAP LEGEND LABEL SIZE 10 END END LAYER NAME \"l\" TYPE POLYGON "
                                "STATUS ON CLASS NAME \"x\" STYLE COLOR 0 255 0 END END END END");
    Budget budget;
    auto services = process.services;
    services.budget = &budget;
    auto format = find_output_format(*map, "svg");
    auto const legend = legend_image(*map, {}, setting_of(format, {}), services);
    std::string const text{legend.document.begin(), legend.document.end()};
    CHECK(text.find("<svg") != std::string::npos);
    CHECK(text.find("<image") == std::string::npos);
    CHECK(legend.bitmap.width() == 0);
}

TEST_CASE("legend: classes out of scale have no row, and an empty legend is five pixels high")
{
    Rows const rows{three_layers};
    CHECK(rows.lay_out({.scale_denominator = 500}).rows.size() == 2);
    CHECK(rows.lay_out({.scale_denominator = 5000}).rows.size() == 2);
    auto const empty = rows.lay_out({.layers = std::vector<LayerChoice>{}});
    CHECK(empty.width == 35);
    CHECK(empty.height == 5);
}

TEST_CASE("legend: with hits, only the classes that have features")
{
    Rows const rows{three_layers};
    ClassHits hits{*rows.map};
    hits.add(0, 0);
    auto const layout = rows.lay_out({.hits = &hits});
    REQUIRE(layout.rows.size() == 1);
    CHECK(layout.rows[0].class_index == 0);
}

// A scale bar of 121 x 20 and a legend of 82 x 51 pixels, where map2img of MapServer 8.0.0 puts
// them.
TEST_CASE("embedded furniture: at its corner, but for half a pixel of odd sizes")
{
    using enum mapfile::Placement;
    style::ImageSize const map{300, 200};
    CHECK(embedded_corner(UL, map, {121, 20}, {}) == geometry::Point{0, 0});
    CHECK(embedded_corner(UC, map, {121, 20}, {}) == geometry::Point{90, 0});
    CHECK(embedded_corner(UR, map, {121, 20}, {}) == geometry::Point{180, 0});
    CHECK(embedded_corner(UR, map, {121, 20}, {7, 3}) == geometry::Point{172, 3});
    CHECK(embedded_corner(LC, map, {121, 20}, {7, 3}) == geometry::Point{96, 177});
    CHECK(embedded_corner(LR, {150, 60}, {82, 51}, {}) == geometry::Point{68, 8});
    // A scale bar with POSITION LL and OFFSET 0 5.
    CHECK(embedded_corner(LL, {300, 225}, {150, 21}, {0, 5}) == geometry::Point{0, 200});
    CHECK(embedded_corner(LL, {300, 225}, {150, 21}, {0, 0}) == geometry::Point{0, 204});
}

// Pixels counted in images of mode=reference of MapServer 8.0.0: 120 x 80 pixels of 10 m.
// As MapServer 8.0.0, with labels or after them.
// MapServer 8.0.0 draws the map, and on it negative lengths.
// As MapServer 8.0.0 draws them.
TEST_CASE("embedded furniture: SIZEUNITS do not enlarge the icons of a legend")
{
    for (std::string const units :
         {"", "SIZEUNITS METERS", "SIZEUNITS METERS SYMBOLSCALEDENOM 9e9"}) {
        CAPTURE(units);
        auto const map = test::load(
            "MAP SIZE 101 101 EXTENT 0 0 10 10 UNITS METERS SYMBOL NAME \"circle\" TYPE ELLIPSE "
            "FILLED TRUE POINTS 1 1 END END LEGEND STATUS EMBED POSITION UL KEYSIZE 30 30 END "
            "LAYER "
            "NAME \"a\" TYPE POINT STATUS ON " +
            units +
            " FEATURE POINTS 9 1 END END CLASS NAME \"x\" STYLE SYMBOL \"circle\" SIZE 8 COLOR 255 "
            "0 "
            "0 END END END END");
        auto const image = test::draw(map, test::Process{}).bitmap;
        CHECK(test::pixel(image, 20, 20) == image::Color{255, 0, 0, 255});
        CHECK(test::pixel(image, 20, 27) == image::Color{255, 255, 255, 255});
    }
}

TEST_CASE("embedded furniture: a scale bar that does not fit is left out of the map")
{
    auto const map = test::load(
        "MAP SIZE 40 30 EXTENT 0 0 39 29 UNITS METERS IMAGECOLOR 1 2 3 SCALEBAR STATUS EMBED SIZE "
        "5 5 INTERVALS 8 UNITS KILOMETERS COLOR 0 0 0 LABEL SIZE 10 COLOR 0 0 0 END END END");
    auto const image = test::draw(map, test::Process{}).bitmap;
    CHECK(test::pixel(image, 2, 27) == image::Color{1, 2, 3, 255});
}

TEST_CASE("embedded furniture: the scale bar covers the legend")
{
    for (std::string const when : {"", "POSTLABELCACHE TRUE"}) {
        CAPTURE(when);
        auto const map = test::load(
            "MAP SIZE 200 150 EXTENT 0 0 10 10 UNITS METERS LEGEND STATUS EMBED " + when +
            " POSITION LL IMAGECOLOR 255 255 0 KEYSIZE 60 30 END"
            " SCALEBAR STATUS EMBED " +
            when +
            " POSITION LL IMAGECOLOR 255 200 200 SIZE 150 8 END"
            " LAYER NAME \"a\" TYPE POINT STATUS ON CLASS NAME \"c\" END"
            " FEATURE POINTS 5 5 END END END END");
        test::Process const process;
        auto const image = test::draw(map, process, "png24");
        CHECK(test::pixel(image.bitmap, 10, 149) == image::Color{255, 200, 200, 255});
        CHECK(test::pixel(image.bitmap, 10, 115) == image::Color{255, 255, 0, 255});
    }
}

TEST_CASE("reference map: the extent in whole pixels, as box, point or not at all")
{
    mapfile::Reference reference;
    reference.extent = {0, 0, 1190, 790};
    auto const box = reference_box(reference, {120, 80}, {100, 100, 700, 500});
    CHECK(box == geometry::Box{10, 29, 70, 69});
    CHECK(extent_mark(reference, box) == ExtentMark::Box);
    CHECK(extent_mark(reference, {11, 68, 12, 69}) == ExtentMark::Point);
    reference.max_box_size = 15;
    CHECK(extent_mark(reference, {10, 59, 25, 69}) == ExtentMark::None);
    reference.max_box_size = 16;
    CHECK(extent_mark(reference, {10, 59, 25, 69}) == ExtentMark::Box);
    reference.min_box_size = 15;
    CHECK(extent_mark(reference, {10, 59, 25, 69}) == ExtentMark::Point);
}
