// SPDX-License-Identifier: MIT
#include "unit/render/drawing.hpp"

#include "base/error.hpp"

using namespace ms;

namespace {

std::string map_with(std::string const& layers, std::string const& extra = {})
{
    return "MAP NAME \"a & b\" SIZE 120 90 EXTENT 0 0 12 9 PROJECTION \"EPSG:4326\" END " + extra +
           " SYMBOL NAME \"dot\" TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END " + layers + " END";
}

std::string kml(std::string const& layers, std::string const& extra = {})
{
    test::Process const process;
    auto const image = test::draw(test::load(map_with(layers, extra)), process, "kml");
    return {image.document.begin(), image.document.end()};
}

std::size_t count(std::string_view text, std::string_view part)
{
    std::size_t number = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++number;
    }
    return number;
}

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// A layer of inline features with two attributes.
std::string layer(std::string const& type, std::string const& points, std::string const& classes,
                  std::string const& metadata = {})
{
    std::string text = "LAYER NAME \"places\" TYPE " + type +
                       " STATUS ON PROCESSING \"ITEMS=name,height\" METADATA " + metadata +
                       " END FEATURE POINTS " + points + " END ITEMS \"<One>;7.5\" END " +
                       "FEATURE POINTS " + points + " END ITEMS \"Two;x\" END ";
    return text + classes + " END ";
}

constexpr auto line_class = "CLASS STYLE COLOR 255 0 128 WIDTH 3 OPACITY 50 END END";
constexpr auto area_class = "CLASS STYLE COLOR 255 0 0 OUTLINECOLOR 0 0 255 WIDTH 2 END END";

} // namespace

TEST_CASE("kml: a folder for each layer, a style for each look, named as in MapServer")
{
    auto const text = kml(layer("LINE", "1 1 5 3", line_class));
    CHECK(has(text, "<name>a &amp; b</name>"));
    CHECK(count(text, "<Style id=\"style_line_7f8000ff_w3.0\">") == 1);
    CHECK(count(text, "<styleUrl>#style_line_7f8000ff_w3.0</styleUrl>") == 2);
    CHECK(has(text, "<styleUrl>#LayerFolder_check</styleUrl>"));
    CHECK(has(text, "<name>places.0</name>"));
    CHECK(has(text, "<name>places.1</name>"));
    CHECK(has(text, "\t1.00000000,1.00000000\n\t5.00000000,3.00000000\n"));
}

TEST_CASE("kml: areas with holes, and outlines alone as lines")
{
    auto const ring = "1 1 5 1 5 5 1 5 1 1 END POINTS 2 2 2 3 3 3 2 2";
    auto const text = kml(layer("POLYGON", ring, area_class));
    CHECK(has(text, "style_line_ffff0000_w2.0_polygon_ff0000ff"));
    CHECK(count(text, "<innerBoundaryIs>") == 2);
    CHECK_FALSE(has(text, "MultiGeometry")); // as in MapServer
    auto const outline = kml(layer("POLYGON", ring, "CLASS STYLE OUTLINECOLOR 0 0 255 END END"));
    CHECK(count(outline, "<LineString>") == 4);
    CHECK(!has(outline, "<Polygon>"));
}

TEST_CASE("kml: lines and areas are cut at the extent, points outside are left out")
{
    auto const line = kml(layer("LINE", "1 1 100 1", line_class));
    CHECK(!has(line, "100.0"));
    CHECK(has(line, "\t12."));
    CHECK(!has(kml(layer("POINT", "13 1", "CLASS STYLE SYMBOL \"dot\" SIZE 5 COLOR 0 0 0 END END")),
               "<Placemark>"));
}

TEST_CASE("kml: coordinates are degrees, whatever the map's CRS")
{
    auto text =
        map_with("LAYER NAME a TYPE POINT STATUS ON FEATURE POINTS 2 3 END END PROJECTION "
                 "\"EPSG:4326\" END CLASS STYLE SYMBOL \"dot\" SIZE 5 COLOR 0 0 0 END END END");
    text.replace(text.find("0 0 12 9"), 8, "0 0 1200000 900000");
    text.replace(text.find("EPSG:4326"), 9, "EPSG:3857");
    test::Process const process;
    auto const image = test::draw(test::load(text), process, "kml");
    CHECK(has({reinterpret_cast<char const*>(image.document.data()), image.document.size()},
              "\t2.00000000,3.00000000\n"));
}

TEST_CASE("kml: names, attributes, descriptions, heights")
{
    std::string const dot = "CLASS STYLE SYMBOL \"dot\" SIZE 5 COLOR 0 0 0 END END";
    auto const items = kml(layer("POINT", "1 1", dot,
                                 "\"kml_name_item\" \"name\" \"ows_include_items\" \"all\" "
                                 "\"kml_exclude_items\" \"height\" \"ows_name_alias\" \"Nom\""));
    CHECK(has(items, "<name>&lt;One&gt;</name>"));
    CHECK(has(items, "<displayName>Nom</displayName>"));
    CHECK(!has(items, "<Data name=\"height\">"));
    // MapServer 8.0.0 looks for gml_ first, and numbers placemarks as the source does.
    auto const other = kml(layer("POINT", "1 1",
                                 "CLASS EXPRESSION ('[name]' = 'Two')\n STYLE SYMBOL "
                                 "\"dot\" SIZE 5 COLOR 0 0 0 END END",
                                 "\"kml_include_items\" \"name\" \"kml_name_alias\" \"k\" "
                                 "\"gml_name_alias\" \"g\""));
    CHECK(has(other, "<displayName>g</displayName>"));
    CHECK(has(other, "<name>places.1</name>"));
    auto const described = kml(layer("POINT", "1 1", dot,
                                     "\"kml_description\" \"<b>%name%</b> %height% %none%\" "
                                     "\"ows_include_items\" \"all\""));
    CHECK(has(described, "<description>&lt;b&gt;&amp;lt;One&amp;gt;&lt;/b&gt; 7.5 %none%<"));
    CHECK(!has(described, "ExtendedData"));
    auto nested = layer("POINT", "1 1", dot, "\"kml_description\" \"%name% %height%\"");
    nested.replace(nested.find("<One>"), 5, "%height%"); // a value, not another item
    CHECK(has(kml(nested), "<description>%height% 7.5<"));
    auto const heights = kml(layer("LINE", "1 1 2 2", line_class,
                                   "\"kml_elevation_attribute\" \"height\" \"kml_extrude\" \"1\" "
                                   "\"kml_altitudemode\" \"absolute\" \"kml_tessellate\" \"0\""));
    CHECK(has(heights, "\t1.00000000,1.00000000,7.50000000\n"));
    CHECK(has(heights, "\t1.00000000,1.00000000,0.00000000\n")); // "x" is not a number
    CHECK(has(heights, "<extrude>1</extrude>"));
    CHECK(!has(heights, "<tessellate>")); // 0 is the default
    CHECK(has(heights, "<altitudeMode>absolute</altitudeMode>"));
}

TEST_CASE("kml: the maximum of features is of the layer, the map, the format, else 1000")
{
    std::string const two = "\"maxfeaturestodraw\" \"1\"";
    CHECK(count(kml(layer("LINE", "1 1 2 2", line_class, two)), "<Placemark>") == 1);
    auto const web = "WEB METADATA \"maxfeaturestodraw\" \"1\" END END";
    CHECK(count(kml(layer("LINE", "1 1 2 2", line_class), web), "<Placemark>") == 1);
    auto const format = "OUTPUTFORMAT NAME \"kml\" DRIVER \"KML\" FORMATOPTION "
                        "\"maxfeaturestodraw=0\" END";
    CHECK(!has(kml(layer("LINE", "1 1 2 2", line_class), format), "<Placemark>"));
    auto const of_layer = layer("LINE", "1 1 2 2", line_class, "\"maxfeaturestodraw\" \"2\"");
    CHECK(count(kml(of_layer, std::string{web} + ' ' + format), "<Placemark>") == 2);
    CHECK(count(kml(layer("LINE", "1 1 2 2", line_class), std::string{web} + ' ' + format),
                "<Placemark>") == 1);
}

TEST_CASE("kml: symbols are images, in a KMZ files beside the document")
{
    auto const layers =
        layer("POINT", "1 1", "CLASS STYLE SYMBOL \"dot\" SIZE 5 COLOR 0 0 0 END END");
    CHECK(count(kml(layers), "<href>data:image/png;base64,") == 1);
    test::Process const process;
    auto const kmz = test::draw(test::load(map_with(layers)), process, "kmz").document;
    std::string_view const bytes{reinterpret_cast<char const*>(kmz.data()), kmz.size()};
    CHECK(bytes.starts_with("PK\3\4"));
    CHECK(has(bytes, "mapserver.kml"));
    CHECK(has(bytes, "icons/0.png"));
}

TEST_CASE("kml: icons of symbols whose names differ in a blank have different names")
{
    auto const symbol = [](std::string const& name, std::string const& points) {
        return "SYMBOL NAME \"" + name + "\" TYPE VECTOR FILLED TRUE POINTS " + points +
               " END END ";
    };
    auto const of = [&](std::string const& name, std::string const& symbol_name) {
        return "LAYER NAME \"" + name +
               "\" TYPE POINT STATUS ON FEATURE POINTS 3 3 END END CLASS "
               "STYLE SYMBOL \"" +
               symbol_name + "\" SIZE 9 COLOR 0 0 0 END END END ";
    };
    auto const text = kml(of("one", "a b") + of("two", "a/b") + of("three", "a b"),
                          symbol("a b", "0 0 1 0 1 1 0 0") + symbol("a/b", "0 0 1 1 0 1 0 0"));
    CHECK(count(text, "<Style id=\"style_symbol_a_b_9.0_ff000000\">") == 1);
    CHECK(count(text, "<Style id=\"style_symbol_a_b_9.0_ff000000_2\">") == 1);
    CHECK(count(text, "<styleUrl>#style_symbol_a_b_9.0_ff000000</styleUrl>") == 2);
}

// MapServer 8.0.0 writes these ids.
TEST_CASE("kml: icons are named after the multiple of their symbol's size, without their outline")
{
    auto const of = [](std::string const& name, std::string const& style) {
        return "LAYER NAME \"" + name +
               "\" TYPE POINT STATUS ON FEATURE POINTS 3 3 END END CLASS STYLE SYMBOL \"tall\" " +
               style + " END END END ";
    };
    auto const text = kml(of("one", "SIZE 10 COLOR 1 2 3") + of("two", "COLOR 1 2 3") +
                              of("three", "SIZE 10 COLOR 1 2 3 OUTLINECOLOR 9 9 9"),
                          "SYMBOL NAME \"tall\" TYPE VECTOR FILLED TRUE POINTS 0 4 1 0 2 4 0 4 END "
                          "END");
    CHECK(count(text, "<Style id=\"style_symbol_tall_2.5_ff030201\">") == 1);
    CHECK(count(text, "<Style id=\"style_symbol_tall_1.0_ff030201\">") == 1);
    CHECK(count(text, "<Style id=\"style_symbol_tall_2.5_ff030201_2\">") == 1);
}

TEST_CASE("kml: the opacity of a layer counts for colours and overlays, not for what has its own")
{
    auto const half = "COMPOSITE OPACITY 50 END ";
    CHECK(has(kml(layer("POLYGON", "1 1 5 1 5 5 1 1", half + std::string{area_class})),
              "style_line_7fff0000_w2.0_polygon_7f0000ff"));
    auto const own = "CLASS STYLE COLOR 1 2 3 OPACITY 20 END END";
    CHECK(has(kml(layer("LINE", "1 1 5 3", half + std::string{own})), "style_line_33030201_w1.0"));
    auto const label = "CLASS LABEL TEXT \"q\" SIZE 9 COLOR 1 2 3 END END";
    CHECK(has(kml(layer("POINT", "1 1", half + std::string{label})), "style_label_7f030201"));
    auto const overlay =
        layer("LINE", "1 1 2 2", half + std::string{line_class}, "\"kml_outputasraster\" \"true\"");
    auto const web = "WEB METADATA \"wms_onlineresource\" \"http://maps.example/wms\" END END " +
                     layer("LINE", "1 1 2 2", line_class).replace(12, 6, "others");
    auto const text = kml(overlay, web);
    CHECK(has(text, "<color>7fffffff</color>"));
    CHECK(has(text, "<drawOrder>1</drawOrder>")); // the place of the layer in the map
}

TEST_CASE("kml: a document without layers has no name")
{
    CHECK(!has(kml(""), "<name>"));
}

TEST_CASE("kml: features with styles of their own (STYLEITEM)")
{
    // MapServer 8.0.0 writes the same, but for the colours of texts that are not of OGR.
    std::string const points = "FEATURE POINTS 1 1 5 3 END ITEMS ";
    auto const text =
        kml("LAYER NAME a TYPE LINE STATUS ON PROCESSING \"ITEMS=s\" STYLEITEM \"s\" " + points +
            "'PEN(c:#ff0000,w:3px)' END " + points +
            "'CLASS STYLE COLOR 0 255 0 WIDTH 5 END LABEL TEXT "
            "\"hi\" SIZE 9 COLOR 9 9 9 END END' END " +
            points + "'nonsense' END CLASS END END");
    CHECK(has(text, "<Style id=\"style_line_ff0000ff_w3.0\">"));
    CHECK(has(text, "<Style id=\"style_line_ff00ff00_w5.0_label_ff090909\">"));
    CHECK(has(text, "<name>hi</name>"));
    CHECK(count(text, "<Placemark>") == 2);
}

TEST_CASE("kml: layers that are images refer to the map's WMS, whose address they need")
{
    auto const layers = layer("LINE", "1 1 2 2", line_class, "\"kml_outputasraster\" \"true\"");
    auto const web = "WEB METADATA \"wms_onlineresource\" \"http://maps.example/wms\" END END";
    auto const text = kml(layers, web);
    CHECK(has(text, "<href>http://maps.example/wms?SERVICE=WMS&amp;"));
    CHECK(has(text, "LAYERS=places&amp;"));
    CHECK(has(text, "<rotation>0.0</rotation>"));
    CHECK_THROWS_AS(kml(layers), Error);
}

TEST_CASE("kml: an answer beyond the memory of the request is an error")
{
    auto const map = test::load(map_with(layer("LINE", "1 1 2 2", line_class)));
    test::Process process;
    process.services.max_kept_bytes = 100;
    CHECK_THROWS_AS((void)test::draw(map, process, "kml"), Error);
}
