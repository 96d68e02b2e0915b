// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "expr/expression.hpp"
#include "expr/print.hpp"
#include "mapfile/load.hpp"
#include "sld/document.hpp"
#include "sld/write.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

mapfile::Layer styled_raster(std::string const& symbolizer,
                             std::string const& processing = "LOAD_WHOLE_IMAGE=YES")
{
    auto const loaded = mapfile::load_text("MAP LAYER NAME \"r\" TYPE RASTER DATA \"r.tif\" "
                                           "PROCESSING \"" +
                                               processing + "\" END END",
                                           MS_SOURCE_DIR);
    REQUIRE(loaded.map);
    auto const document = sld::parse(
        "<StyledLayerDescriptor><NamedLayer><Name>r</Name><UserStyle><Name>s</Name>"
        "<FeatureTypeStyle><Rule>" +
        symbolizer + "</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>");
    std::vector<std::string> notes;
    auto const map = sld::styled(
        *loaded.map, document,
        [](mapfile::Layer const& layer, std::string_view name) { return layer.name == name; },
        notes, {});
    return map->layers.front();
}

std::string classes_text(mapfile::Layer const& layer)
{
    std::string text;
    for (auto const& each : layer.classes) {
        auto const& style = each.styles.front();
        text += each.expression.text + " -> ";
        if (style.range_min_color) {
            text += "ramp " + std::to_string(style.range_min_color->red) + " to " +
                    std::to_string(style.range_max_color->red) + "\n";
        } else {
            text += std::to_string(style.color.value->red) + " at " +
                    std::to_string(static_cast<int>(style.opacity.value)) + "\n";
        }
    }
    return text;
}

std::string color_map(std::string const& type)
{
    return "<RasterSymbolizer><ColorMap" + type +
           "><ColorMapEntry color=\"#010000\" quantity=\"0\" label=\"a\"/>"
           "<ColorMapEntry color=\"#020000\" quantity=\"10\" opacity=\"0.5\"/>"
           "<ColorMapEntry color=\"#030000\" quantity=\"20\"/></ColorMap></RasterSymbolizer>";
}

} // namespace

// MapServer 8.0.0: values from 0 up to 10 are #010000, from 10 up to 20 #020000, 20 alone #030000,
// others are not drawn, for every type.
TEST_CASE("RasterSymbolizer: entries of a ColorMap reach up to the next one")
{
    for (auto const* const type : {"", " type=\"intervals\"", " type=\"values\""}) {
        CHECK(classes_text(styled_raster(color_map(type))) ==
              "[pixel] >= 0 AND [pixel] < 10 -> 1 at 100\n"
              "[pixel] >= 10 AND [pixel] < 20 -> 2 at 50\n"
              "[pixel] = 20 -> 3 at 100\n");
    }
    CHECK(styled_raster(color_map("")).classes[0].name == "a");
    CHECK(styled_raster(color_map("")).classes[1].name == "10"); // its quantity
    CHECK(styled_raster(color_map("")).classes[0].group == "s");
}

// MapServer 8.0.0 draws such a style: nothing but the last value.
TEST_CASE("RasterSymbolizer: up to the next entry is nothing where quantities fall, but in a ramp")
{
    auto const falling = [](std::string const& type) {
        return "<RasterSymbolizer><ColorMap" + type +
               "><ColorMapEntry color=\"#010000\" quantity=\"10\"/>"
               "<ColorMapEntry color=\"#020000\" quantity=\"0\"/></ColorMap></RasterSymbolizer>";
    };
    CHECK(classes_text(styled_raster(falling(""))) == "[pixel] >= 10 AND [pixel] < 0 -> 1 at 100\n"
                                                      "[pixel] = 0 -> 2 at 100\n");
    CHECK_THROWS_AS((void)styled_raster(falling(" type=\"ramp\"")), Error);
}

TEST_CASE("RasterSymbolizer: a ramp and Interpolate are colours between two")
{
    auto const* const expected = "[pixel] < 0 -> 1 at 100\n"
                                 "[pixel] >= 0 AND [pixel] <= 10 -> ramp 1 to 2\n"
                                 "[pixel] >= 10 AND [pixel] <= 20 -> ramp 2 to 3\n"
                                 "[pixel] >= 20 -> 3 at 100\n";
    CHECK(classes_text(styled_raster(color_map(" type=\"ramp\""))) == expected);
    std::string points;
    for (auto const* const point :
         {"0</Data><Value>#010000", "10</Data><Value>#020000", "20</Data><Value>#030000"}) {
        points +=
            std::string{"<InterpolationPoint><Data>"} + point + "</Value></InterpolationPoint>";
    }
    CHECK(classes_text(styled_raster("<RasterSymbolizer><ColorMap><Interpolate>"
                                     "<LookupValue>Rasterdata</LookupValue>" +
                                     points + "</Interpolate></ColorMap></RasterSymbolizer>")) ==
          expected);
}

TEST_CASE("RasterSymbolizer: Categorize, with thresholds that belong to either side")
{
    auto const categorize = [](std::string const& attribute) {
        return "<RasterSymbolizer><ColorMap><Categorize" + attribute +
               "><LookupValue>Rasterdata</LookupValue><Value>#010000</Value><Threshold>0</"
               "Threshold>"
               "<Value>#020000</Value><Threshold>10</Threshold><Value>#030000</Value></Categorize>"
               "</ColorMap></RasterSymbolizer>";
    };
    CHECK(classes_text(styled_raster(categorize(""))) ==
          "[pixel] < 0 -> 1 at 100\n[pixel] >= 0 AND [pixel] < 10 -> 2 at 100\n"
          "[pixel] >= 10 -> 3 at 100\n");
    CHECK(classes_text(styled_raster(categorize(" thresholdsBelongTo=\"preceding\""))) ==
          "[pixel] <= 0 -> 1 at 100\n[pixel] > 0 AND [pixel] <= 10 -> 2 at 100\n"
          "[pixel] > 10 -> 3 at 100\n");
}

TEST_CASE("RasterSymbolizer: opacity, channels and contrast are those of the layer")
{
    auto const layer = styled_raster(
        "<RasterSymbolizer><Opacity>0.4</Opacity><ChannelSelection>"
        "<RedChannel><SourceChannelName>3</SourceChannelName></RedChannel>"
        "<GreenChannel><SourceChannelName>2</SourceChannelName>"
        "<ContrastEnhancement><Normalize/></ContrastEnhancement></GreenChannel>"
        "<BlueChannel><SourceChannelName>1</SourceChannelName></BlueChannel></ChannelSelection>"
        "<ContrastEnhancement><GammaValue>2</GammaValue></ContrastEnhancement></RasterSymbolizer>",
        "BANDS=1");
    // BANDS where it stood, as MapServer's setProcessingKey() sets keys.
    CHECK(layer.processing == std::vector<std::string>{"BANDS=3,2,1", "SCALE_2=AUTO", "GAMMA=0.5"});
    REQUIRE(layer.compositors.size() == 1);
    CHECK(layer.compositors.front().opacity == 40);
    CHECK(layer.classes.empty());
    CHECK(styled_raster("<RasterSymbolizer><ChannelSelection><GrayChannel><SourceChannelName>2"
                        "</SourceChannelName></GrayChannel></ChannelSelection></RasterSymbolizer>")
              .processing_value("BANDS") == "2");
}

TEST_CASE("RasterSymbolizer: opacity leaves the layer's way of blending, as in MapServer")
{
    auto const layer = styled_raster("<RasterSymbolizer><Opacity>0.4</Opacity></RasterSymbolizer>",
                                     "BANDS=1\" COMPOSITE COMPOP \"multiply\" OPACITY 70 END "
                                     "PROCESSING \"LUT=0:1");
    REQUIRE(layer.compositors.size() == 1);
    CHECK(layer.compositors[0].opacity == 40);
    CHECK(layer.compositors[0].comp_op == "multiply");
}

TEST_CASE(
    "RasterSymbolizer: without colours of its own it leaves the layer's classes, as in MapServer")
{
    auto const* const own = "BANDS=1\" CLASS NAME \"own\" END PROCESSING \"LUT=0:1";
    auto const layer =
        styled_raster("<RasterSymbolizer><Opacity>0.4</Opacity></RasterSymbolizer>", own);
    REQUIRE(layer.classes.size() == 1);
    CHECK(layer.classes[0].name == "own");
    CHECK(styled_raster(color_map(""), own).classes.size() == 3);
}

TEST_CASE("RasterSymbolizer: unsupported elements are refused by name")
{
    for (auto const& [symbolizer, word] :
         {std::pair{"<RasterSymbolizer><ShadedRelief/></RasterSymbolizer>", "ShadedRelief"},
          std::pair{"<RasterSymbolizer><ContrastEnhancement><Histogram/></ContrastEnhancement>"
                    "</RasterSymbolizer>",
                    "Histogram"},
          std::pair{"<PolygonSymbolizer/>", "PolygonSymbolizer"},
          std::pair{"<RasterSymbolizer><ColorMap type=\"x\"><ColorMapEntry color=\"#000000\" "
                    "quantity=\"1\"/></ColorMap></RasterSymbolizer>",
                    "type"},
          std::pair{"<RasterSymbolizer><ColorMap/></RasterSymbolizer>", "entries"},
          std::pair{"<RasterSymbolizer><ChannelSelection><GrayChannel><SourceChannelName>B2"
                    "</SourceChannelName></GrayChannel></ChannelSelection></RasterSymbolizer>",
                    "SourceChannelName"}}) {
        CAPTURE(word);
        try {
            (void)styled_raster(symbolizer);
            FAIL("not refused");
        } catch (Error const& error) {
            CHECK(std::string{error.what()}.find(word) != std::string::npos);
        }
    }
}

TEST_CASE("RasterSymbolizer: GetStyles writes classes of [pixel] so that they are read back")
{
    auto const loaded = mapfile::load_text(R"(
MAP
  LAYER
    NAME "r" TYPE RASTER DATA "r.tif"
    CLASS NAME "low" EXPRESSION ([pixel] >= 0 AND [pixel] < 10)
      STYLE COLOR 1 0 0 END END
    CLASS NAME "gap" EXPRESSION ([pixel] >= 15 AND [pixel] < 20)
      STYLE COLOR 2 0 0 OPACITY 50 END END
    CLASS NAME "other" EXPRESSION ([red] > 3)
      STYLE COLOR 3 0 0 END END
  END
END
)",
                                           MS_SOURCE_DIR);
    REQUIRE(loaded.map);
    std::array const layers{std::size_t{0}};
    auto const text = sld::write(*loaded.map, layers, sld::Version::V100);
    CHECK(text.find("<ColorMapEntry color=\"#010000\" quantity=\"0\" label=\"low\"") !=
          std::string::npos);
    CHECK(text.find("other&quot; has an EXPRESSION that no ColorMap can say") != std::string::npos);
    std::vector<std::string> notes;
    auto const again = sld::styled(
        *loaded.map, sld::parse(text),
        [](mapfile::Layer const& layer, std::string_view name) { return layer.name == name; },
        notes, {});
    CHECK(classes_text(again->layers.front()) == "[pixel] >= 0 AND [pixel] < 10 -> 1 at 100\n"
                                                 "[pixel] >= 10 AND [pixel] < 15 -> 0 at 0\n"
                                                 "[pixel] >= 15 AND [pixel] < 20 -> 2 at 50\n"
                                                 "[pixel] = 20 -> 0 at 0\n");
}

// Observed with MapServer 8.0.0: they are limits of the classes that a ColorMap makes.
TEST_CASE("RasterSymbolizer: the scales, the Filter and the ElseFilter of a rule count")
{
    auto const layer = styled_raster(
        "<MinScaleDenominator>10</MinScaleDenominator>"
        "<MaxScaleDenominator>500</MaxScaleDenominator><Filter><PropertyIsLessThan><PropertyName>"
        "pixel</PropertyName><Literal>15</Literal></PropertyIsLessThan></Filter>" +
        color_map("") + "</Rule><Rule><ElseFilter/>" + color_map(""));
    REQUIRE(layer.classes.size() == 6);
    CHECK(layer.classes[0].min_scale_denominator == 10);
    CHECK(layer.classes[2].max_scale_denominator == 500);
    CHECK(expr::print(expr::parse(layer.classes[1].expression.text)) ==
          expr::print(expr::parse("([pixel] < 15) AND [pixel] >= 10 AND [pixel] < 20")));
    CHECK_FALSE(layer.classes[2].is_fallback);
    CHECK(layer.classes[3].is_fallback);
    CHECK(layer.classes[3].min_scale_denominator == -1);
    CHECK(layer.classes[3].expression.text == "[pixel] >= 0 AND [pixel] < 10");
}

TEST_CASE("RasterSymbolizer: the colours of an ElseFilter come after all others")
{
    auto const layer =
        styled_raster("<ElseFilter/>" + color_map("") + "</Rule><Rule>" + color_map(""));
    REQUIRE(layer.classes.size() == 6);
    CHECK_FALSE(layer.classes[0].is_fallback);
    CHECK(layer.classes[5].is_fallback);
}
