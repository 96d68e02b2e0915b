// SPDX-License-Identifier: MIT
// Grids, keys and data are those of MapServer 8.0.0 where no other source is named.
#include "unit/render/drawing.hpp"

#include "base/error.hpp"
#include "render/core/output.hpp"
#include "render/core/utf_grid_output.hpp"

using namespace ms;

namespace {

constexpr auto two_features = "FEATURE POINTS 4 35 12 35 12 27 4 27 4 35 END ITEMS 'a\"b;1' END "
                              "FEATURE POINTS 20 35 28 35 28 27 20 27 20 35 END ITEMS 'c;2' END ";

/// The document of a map whose pixels are its units, y from 39 down to 0.
std::string grid_of(std::string const& layers, std::string const& option = "UTFRESOLUTION=4")
{
    test::Process const process;
    auto const map = "MAP SIZE 40 40 EXTENT 0 0 39 39 OUTPUTFORMAT NAME \"grid\" DRIVER "
                     "\"UTFGrid\" FORMATOPTION \"" +
                     option +
                     "\" END SYMBOL NAME \"sq\" TYPE VECTOR FILLED TRUE POINTS 0 0 1 0 1 " +
                     "1 0 1 0 0 END END " + layers + " END";
    auto const image = test::draw(test::load(map), process, "grid");
    return {image.document.begin(), image.document.end()};
}

std::string grid_layer(std::string const& keywords, std::string const& features = two_features,
                       std::string const& type = "POLYGON",
                       std::string const& classes = "CLASS STYLE COLOR 0 0 0 END END")
{
    return "LAYER NAME \"l\" TYPE " + type + " STATUS ON PROCESSING \"ITEMS=a,b\" " + keywords +
           " " + features + classes + " END ";
}

std::string keys_and_data(std::string const& document)
{
    return document.substr(document.find("\"keys\""));
}

} // namespace

TEST_CASE("utf grid: a cell belongs to the feature that touches it last")
{
    CHECK(grid_of(grid_layer("")) ==
          R"({"grid":["          "," !!  ##   "," !!  ##   ","          ","          ",)"
          R"("          ","          ","          ","          ","          "],)"
          R"("keys":["","1","2"],"data":{}})");
}

TEST_CASE("utf grid: UTFITEM gives keys, UTFDATA data whose values are escaped")
{
    CHECK(keys_and_data(grid_of(grid_layer("UTFITEM 'a'"))) ==
          R"("keys":["","a\"b","c"],"data":{}})");
    CHECK(keys_and_data(grid_of(grid_layer("UTFITEM 'b' UTFDATA '{\"n\":\"[a]\"}'"))) ==
          R"("keys":["","1","2"],"data":{"1":{"n":"a\"b"},"2":{"n":"c"}}})");
    CHECK(
        keys_and_data(grid_of(grid_layer("UTFDATA ('{\"n\":' + tostring([b]+1,'%.1f') + '}')"))) ==
        R"("keys":["","1","2"],"data":{"1":{"n":2.0},"2":{"n":3.0}}})");
}

TEST_CASE("utf grid: data that are not JSON are left out, and the document stays valid")
{
    // MapServer 8.0.0 writes them as they are.
    CHECK(keys_and_data(grid_of(grid_layer("UTFDATA '[a]'"))) ==
          R"("keys":["","1","2"],"data":{}})");
}

TEST_CASE("utf grid: keys are of features that show; without UTFITEM they are numbers")
{
    std::string const hidden = "FEATURE POINTS 5 34 8 34 8 30 5 34 END ITEMS 'h;0' END ";
    CHECK(keys_and_data(grid_of(grid_layer("UTFITEM 'a'", hidden + two_features))) ==
          R"("keys":["","a\"b","c"],"data":{}})");
    CHECK(keys_and_data(grid_of(grid_layer("", hidden + two_features))) ==
          R"("keys":["","1","2"],"data":{}})");
}

TEST_CASE("utf grid: DUPLICATES=FALSE makes features of one key one")
{
    std::string const same = "FEATURE POINTS 20 15 28 15 28 7 20 7 20 15 END ITEMS 'c;3' END ";
    auto const text = grid_layer("UTFITEM 'a' UTFDATA '{\"b\":[b]}'", two_features + same);
    CHECK(keys_and_data(grid_of(text, "DUPLICATES=TRUE")) ==
          R"("keys":["","a\"b","c","c"],"data":{"a\"b":{"b":1},"c":{"b":3}}})");
    CHECK(keys_and_data(grid_of(text, "DUPLICATES=FALSE")) ==
          R"("keys":["","a\"b","c"],"data":{"a\"b":{"b":1},"c":{"b":2}}})");
}

TEST_CASE("utf grid: symbols are filled, images cover their box, dashes and labels do not count")
{
    std::string const point = "FEATURE POINTS 20 20 END END ";
    auto const rows = [](std::string const& document) {
        return document.substr(0, document.find("]"));
    };
    auto const of_point = [&](std::string const& style) {
        return rows(grid_of(grid_layer("", point, "POINT", "CLASS STYLE " + style + " END END")));
    };
    auto const filled = of_point("SYMBOL 'sq' SIZE 16 COLOR 0 0 0");
    CHECK(of_point("SYMBOL 'sq' SIZE 16 OUTLINECOLOR 0 0 0 WIDTH 9") == filled);
    CHECK(of_point("SYMBOL 'sq' SIZE 16 COLOR 0 0 0 OPACITY 0") == filled);
    std::string const line = "FEATURE POINTS 2 2 35 35 END END ";
    auto const of_line = [&](std::string const& style) {
        return rows(grid_of(grid_layer("", line, "LINE", "CLASS STYLE " + style + " END END")));
    };
    CHECK(of_line("WIDTH 3 COLOR 0 0 0 PATTERN 9 9 END LINECAP ROUND") ==
          of_line("WIDTH 3 COLOR 0 0 0 LINECAP BUTT"));
    auto const label = "CLASS TEXT 'abc' LABEL SIZE 20 COLOR 0 0 0 END END";
    CHECK(keys_and_data(grid_of(grid_layer("", point, "POINT", label))) ==
          R"("keys":[""],"data":{}})");
}

TEST_CASE("utf grid: 60 features get characters without those that JSON escapes")
{
    std::string many;
    for (int i = 0; i < 60; ++i) {
        auto const x = std::to_string(i % 10 * 4 + 1);
        auto const y = std::to_string(38 - i / 10 * 4);
        auto const bottom = std::to_string(36 - i / 10 * 4);
        many += "FEATURE POINTS " + x + " " + y + " " + x + " " + bottom + " END END ";
    }
    auto const text =
        grid_of(grid_layer("", many, "LINE", "CLASS STYLE COLOR 0 0 0 WIDTH 1 END END"));
    CHECK(text.find("\"!#$%&'()*+\"") != std::string::npos);
    CHECK(text.find("\"TUVWXYZ[]^\"") != std::string::npos);
    CHECK(text.find('\\') == std::string::npos);
}

TEST_CASE("utf grid: an image smaller than a cell has none")
{
    CHECK(grid_of(grid_layer(""), "UTFRESOLUTION=64") == R"({"grid":[],"keys":[""],"data":{}})");
}

TEST_CASE("utf grid: one layer of features, and options that are valid")
{
    CHECK_THROWS_WITH_AS((void)grid_of(grid_layer("") + grid_layer("")),
                         R"(a UTFGrid is of one layer, not of "l" and "l")", Error);
    CHECK_THROWS_AS((void)grid_of("LAYER NAME r TYPE RASTER STATUS ON DATA 'x.tif' END"), Error);
    CHECK_THROWS_AS((void)grid_of(grid_layer(""), "UTFRESOLUTION=0"), Error);
    CHECK_THROWS_AS((void)grid_of(grid_layer(""), "UTFRESOLUTION=2.5"), Error);
    CHECK_THROWS_AS((void)grid_of(grid_layer(""), "DUPLICATES=maybe"), Error);
    CHECK_THROWS_AS((void)grid_of(grid_layer("UTFDATA (toupper('x'))")), Error);
}

TEST_CASE("utf grid: keys and data are within the memory of a request")
{
    std::string many;
    for (int i = 0; i < 200; ++i) {
        many += "FEATURE POINTS 5 5 9 9 END ITEMS '" + std::string(5000, 'x') + ";1' END ";
    }
    auto const text = "MAP SIZE 40 40 EXTENT 0 0 39 39 " +
                      grid_layer("UTFDATA '{\"a\":\"[a]\"}'", many, "LINE") + " END";
    test::Process process;
    (void)test::draw(test::load(text), process, "json");
    process.services.max_kept_bytes = 500'000;
    CHECK_THROWS_AS((void)test::draw(test::load(text), process, "json"), Error);
}
