// SPDX-License-Identifier: MIT
// Hostile maps, symbols and shapes: they are drawn, or refused with an error, in bounded time and
// memory. First of all these cases assert that they end.
#include "base/error.hpp"
#include "unit/render/drawing.hpp"

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>

using namespace ms;

namespace {

constexpr std::array formats{"png", "cairopng", "svg", "pdf"};
constexpr image::Color white{255, 255, 255};
constexpr image::Color red{255, 0, 0};

std::string map_text(std::string const& type, std::string const& features,
                     std::string const& styles)
{
    return "MAP SIZE 50 50 EXTENT 0 0 49 49\n"
           "SYMBOL NAME \"disc\" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END\n"
           "SYMBOL NAME \"hatch\" TYPE HATCH END\n"
           "LAYER NAME \"a\" STATUS DEFAULT TYPE " +
           type + "\n" + features + "\nCLASS\n" + styles + "\nEND END END";
}

std::string points(std::string const& coordinates)
{
    return "FEATURE POINTS " + coordinates + " END END ";
}

void draw_all(std::shared_ptr<mapfile::Map const> const& map)
{
    test::Process const process;
    for (auto const* const format : formats) {
        CAPTURE(format);
        auto const image = test::draw(map, process, format);
        CHECK((image.bitmap.width() == 50 || !image.document.empty()));
    }
}

void draw_all(std::string const& map)
{
    draw_all(test::load(map));
}

std::string const red_line = "STYLE COLOR 255 0 0 WIDTH 3 END";
std::string const diagonal = points("5 5 45 45");
std::string const square = points("5 5 45 5 45 45 5 45 5 5");

/// A folder that is gone with the object.
class Folder {
public:
    Folder() { std::filesystem::create_directories(m_path); }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    [[nodiscard]] std::string write(std::string const& name, std::string const& content) const
    {
        std::ofstream{m_path / name} << content;
        return (m_path / name).string();
    }

private:
    std::filesystem::path m_path = std::filesystem::temp_directory_path() / "hostile_maps";
};

std::string symbol_map(std::string const& symbol)
{
    return "MAP SIZE 50 50 EXTENT 0 0 49 49\n" + symbol +
           "\nLAYER NAME \"a\" STATUS DEFAULT TYPE POINT FEATURE POINTS 25 25 END END\n"
           "CLASS STYLE SYMBOL \"s\" COLOR 255 0 0 SIZE 20 END END END END";
}

std::string error_of(std::string const& map)
{
    try {
        test::Process const process;
        static_cast<void>(test::draw(test::load(map), process));
    } catch (Error const& error) {
        return error.what();
    }
    return "drawn";
}

/// Draws a drawing as a symbol. \returns "drawn" or the complaint
std::string draw_svg(std::string const& svg)
{
    Folder const folder;
    return error_of(
        symbol_map("SYMBOL NAME \"s\" TYPE SVG IMAGE \"" + folder.write("s.svg", svg) + "\" END"));
}

std::string const svg_head = "<svg xmlns='http://www.w3.org/2000/svg' "
                             "xmlns:xlink='http://www.w3.org/1999/xlink' width='20' height='20'>";

} // namespace

TEST_CASE("hostile maps: SIZE may use the shape in every style of a line")
{
    auto const map =
        test::load("MAP SIZE 50 50 EXTENT 0 0 49 49"
                   " SYMBOL NAME \"disc\" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END"
                   " LAYER NAME \"a\" STATUS DEFAULT TYPE LINE FEATURE POINTS 5 25 45 25 END END"
                   " CLASS STYLE COLOR 0 0 255 WIDTH 1 END"
                   " STYLE SYMBOL \"disc\" GAP -50 COLOR 255 0 0"
                   " SIZE (([shape] intersects fromText('LINESTRING(20 0,20 49)')) * 20) END"
                   " END END END");
    test::Process const process;
    // Where it intersects the size is 20: the disc in the middle covers the part 8 pixels above.
    CHECK(test::pixel(test::draw(map, process).bitmap, 25, 16) == red);
}

// MapServer 8.0.0 draws the blue class of the first, and crashes with the second.
TEST_CASE("hostile maps: classes of a graticule may use attributes, which it does not have")
{
    for (auto const* const question : {"CLASSITEM \"kind\" CLASS EXPRESSION \"street\"",
                                       "CLASS EXPRESSION (\"[kind]\" = \"street\")"}) {
        CAPTURE(question);
        auto const map =
            test::load("MAP SIZE 50 50 EXTENT 0 0 49 49 LAYER NAME \"a\" STATUS DEFAULT TYPE LINE"
                       " GRID MININTERVAL 10 MAXINTERVAL 10 END " +
                       std::string{question} +
                       " STYLE COLOR 255 0 0 WIDTH 3 END END"
                       " CLASS STYLE COLOR 0 0 255 WIDTH 3 END END END END");
        test::Process const process;
        CHECK(test::pixel(test::draw(map, process).bitmap, 20, 25) == image::Color{0, 0, 255});
    }
}

// Lines at 100 degrees begin them, and between 60 and 100 there is nothing of Mercator's beyond 85.
TEST_CASE("hostile maps: meridians of few pieces reach the upper edge of Mercator")
{
    auto const map = test::load(
        "MAP SIZE 60 45 EXTENT -20000000 -15000000 20000000 15000000 UNITS METERS PROJECTION "
        "'init=epsg:3857' END LAYER NAME 'a' STATUS DEFAULT TYPE LINE PROJECTION 'init=epsg:4326' "
        "END GRID MINSUBDIVIDE 2 MAXSUBDIVIDE 5 END CLASS STYLE COLOR 0 0 0 WIDTH 3 END END END "
        "END");
    test::Process const process;
    auto const drawn = test::draw(map, process);
    for (int const row : {1, 22, 43}) {
        CHECK(test::pixel(drawn.bitmap, 30, row).red < 100);
    }
}

TEST_CASE("hostile shapes: without length, without points, closed on themselves")
{
    for (auto const* const coordinates :
         {"5 5 5 5", "5 5", "5 5 5 5 5 5 5 5", "5 5 5.00001 5", "5 5 45 45 5 5", ""}) {
        CAPTURE(coordinates);
        draw_all(map_text("LINE", points(coordinates), red_line));
        draw_all(map_text("POLYGON", points(coordinates), red_line));
        draw_all(map_text("POLYGON", points(coordinates),
                          "STYLE GEOMTRANSFORM \"centroid\" SYMBOL \"disc\" SIZE 5 COLOR 0 0 0 END"
                          " STYLE OUTLINECOLOR 0 0 0 PATTERN 3 3 END END"
                          " STYLE OUTLINECOLOR 0 0 0 OFFSET 5 -99 END"));
    }
}

TEST_CASE("hostile shapes: no numbers, and numbers beyond everything")
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (double const number :
         {std::nan(""), infinity, -infinity, 1e300, -1e300, 1e18, -1e18, 1e-320}) {
        CAPTURE(number);
        for (auto const* const type : {"POINT", "LINE", "POLYGON"}) {
            auto map = *test::load(map_text(type, square,
                                            "STYLE COLOR 255 0 0 WIDTH 3 SYMBOL 0 END"
                                            " STYLE OUTLINECOLOR 0 0 0 PATTERN 5 5 END END"));
            auto& parts = map.layers[0].features[0].parts;
            parts = {{{5, 5}, {number, 5}, {45, number}, {5, 5}}, {{number, number}, {5, number}}};
            draw_all(std::make_shared<mapfile::Map const>(std::move(map)));
        }
    }
}

TEST_CASE("hostile shapes: WKT without numbers is an error that names the layer")
{
    for (auto const* const number : {"NaN", "inf", "1e400", "0x1p3", "--1"}) {
        CAPTURE(number);
        auto const text = std::string{"FEATURE WKT \"POINT("} + number + " 5)\" END";
        CHECK(error_of(map_text("POINT", text, red_line)).find("layer \"a\": malformed WKT") !=
              std::string::npos);
    }
}

TEST_CASE("hostile shapes: a ring of a million vertices is filled")
{
    auto map = *test::load(map_text("POLYGON", square, red_line));
    auto& ring = map.layers[0].features[0].parts[0];
    ring.clear();
    constexpr int vertices = 1'000'000;
    for (int i = 0; i <= vertices; ++i) {
        double const angle = 2 * std::numbers::pi * i / vertices;
        double const radius = i % 2 == 0 ? 20 : 18;
        ring.push_back({25 + radius * std::cos(angle), 25 + radius * std::sin(angle)});
    }
    test::Process const process;
    auto const shared = std::make_shared<mapfile::Map const>(map);
    for (auto const* const format : formats) {
        auto const image = test::draw(shared, process, format);
        if (image.document.empty()) {
            CHECK(test::pixel(image.bitmap, 25, 24) == red);
            CHECK(test::pixel(image.bitmap, 1, 1) == white);
        }
    }
}

TEST_CASE("hostile sizes: widths, symbols, gaps and patterns without measure")
{
    for (auto const* const style :
         {"WIDTH 100000 MAXWIDTH 100000", "WIDTH 1e9 MAXWIDTH 1e9 LINEJOIN MITER",
          "WIDTH 3 PATTERN 1e-9 1e-9 END", "WIDTH 3 PATTERN 1e9 1e9 END",
          "WIDTH 3 OUTLINEWIDTH 1e9 OUTLINECOLOR 0 0 0", "WIDTH 3 OFFSET 1e9 -99",
          "WIDTH 3 OFFSET 1e9 1e9", "SYMBOL \"disc\" SIZE 1e9 MAXSIZE 1e9 GAP 1",
          "SYMBOL \"disc\" SIZE 4 GAP 1e-9", "SYMBOL \"disc\" SIZE 4 GAP -1e-9 INITIALGAP 1e18",
          "SYMBOL \"disc\" SIZE 1e9 MAXSIZE 1e9", "SYMBOL \"disc\" SIZE 1e-9 MINSIZE 0",
          "ANGLE 359.9999999 SYMBOL \"disc\" SIZE 9"}) {
        CAPTURE(style);
        auto const styles = std::string{"STYLE COLOR 255 0 0 "} + style + " END";
        draw_all(map_text("LINE", diagonal, styles));
        draw_all(map_text("POLYGON", square, styles));
        draw_all(map_text("POINT", points("25 25"), styles));
    }
    for (auto const* const style :
         {"SIZE 1e-9 WIDTH 1", "SIZE 1e9 WIDTH 1e9 MAXSIZE 1e9 MAXWIDTH 1e9", "SIZE 5 ANGLE -360",
          "SIZE 5 WIDTH 1 PATTERN 1e-9 1e-9 END"}) {
        CAPTURE(style);
        draw_all(map_text("POLYGON", square,
                          std::string{"STYLE COLOR 255 0 0 SYMBOL \"hatch\" "} + style + " END"));
    }
}

TEST_CASE("hostile symbols: a missing one is one error that begins with its place")
{
    // The mapfile's second line.
    CHECK(error_of(symbol_map("SYMBOL NAME \"s\" TYPE PIXMAP IMAGE \"none.png\" END"))
              .find(":2:1: symbol \"s\": none.png: No such file or directory") !=
          std::string::npos);
    CHECK(error_of(symbol_map("SYMBOL NAME \"s\" TYPE SVG IMAGE \"none.svg\" END"))
              .find(":2:1: symbol \"s\": none.svg: No such file") != std::string::npos);
    CHECK(error_of(symbol_map("SYMBOL NAME \"s\" TYPE TRUETYPE FONT \"none\" CHARACTER \"a\" END"))
              .find(":2:1: symbol \"s\": FONT \"none\"") != std::string::npos);
    // As in MapServer 8.0.0 a symbol without FONT has the default one.
    draw_all(symbol_map("SYMBOL NAME \"s\" TYPE TRUETYPE CHARACTER \"a\" END"));
}

TEST_CASE("hostile images: sizes and contents that lie are one error")
{
    Folder const folder;
    auto const complaint = [&](std::string const& name, std::string const& content) {
        return error_of(symbol_map("SYMBOL NAME \"s\" TYPE PIXMAP IMAGE \"" +
                                   folder.write(name, content) + "\" END"));
    };
    CHECK(complaint("empty.png", "").find(":2:1: symbol \"s\"") != std::string::npos);
    CHECK(complaint("text.png", "This is no image.").find("neither a PNG") != std::string::npos);
    CHECK(
        complaint("huge.gif", std::string{"GIF89a\xFF\xFF\xFF\xFF\0\0\0,\0\0\0\0\1\0\1\0\0\2", 25})
            .find("larger than allowed") != std::string::npos);
}

TEST_CASE("hostile drawings: nesting, sizes, entities and loops end")
{
    std::string deep = svg_head;
    for (int i = 0; i < 5000; ++i) {
        deep += "<g>";
    }
    CHECK(draw_svg(deep).find(":2:1: symbol \"s\"") != std::string::npos); // never closed
    for (int i = 0; i < 5000; ++i) {
        deep += "</g>";
    }
    CHECK_FALSE(draw_svg(deep + "</svg>").empty());
    CHECK_FALSE(draw_svg("<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'>"
                         "<rect width='1e9' height='1e9'/></svg>")
                    .empty());
    std::string laughs = "<!DOCTYPE svg [<!ENTITY a0 'ha'>";
    for (int i = 1; i < 30; ++i) {
        auto const before = std::to_string(i - 1);
        laughs += "<!ENTITY a" + std::to_string(i) + " '&a" + before + ";&a" + before + ";'>";
    }
    CHECK_FALSE(draw_svg(laughs + "]>" + svg_head + "<text>&a29;</text></svg>").empty());
    CHECK_FALSE(draw_svg(svg_head + "<g id='a'><use xlink:href='#a'/></g></svg>").empty());
    CHECK_FALSE(draw_svg(svg_head +
                         "<pattern id='p' width='1' height='1'><rect width='1' height='1' "
                         "fill='url(#p)'/></pattern><rect width='20' height='20' "
                         "fill='url(#p)'/></svg>")
                    .empty());
}

TEST_CASE("hostile drawings: other files stay closed")
{
    Folder const folder;
    auto const secret =
        folder.write("red.svg", svg_head + "<rect width='20' height='20' fill='#ff0000'/></svg>");
    auto const outer = folder.write(
        "outer.svg", svg_head + "<image width='20' height='20' xlink:href='file://" + secret +
                         "'/><image width='20' height='20' xlink:href='red.svg'/></svg>");
    test::Process const process;
    auto const image = test::draw(
        test::load(symbol_map("SYMBOL NAME \"s\" TYPE SVG IMAGE \"" + outer + "\" END")), process);
    CHECK(test::pixel(image.bitmap, 25, 24) == white);
}
