// SPDX-License-Identifier: MIT
#include "style/raster_colors.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace ms;
using namespace ms::style;

namespace {

mapfile::Layer raster_layer(std::vector<std::string> processing = {})
{
    mapfile::Layer layer;
    layer.type = mapfile::LayerType::Raster;
    layer.class_item = "pixel";
    layer.processing = std::move(processing);
    return layer;
}

void add_class(mapfile::Layer& layer, std::string const& condition, image::Color color)
{
    auto& added = layer.classes.emplace_back();
    if (!condition.empty()) {
        added.expression = {.kind = mapfile::ExpressionKind::Logical, .text = condition};
    }
    added.styles.emplace_back().color.value = color;
}

raster::Header header_of_bands(std::size_t count,
                               raster::SampleType type = raster::SampleType::Byte)
{
    raster::Header header;
    header.levels.push_back({10, 10});
    header.bands.resize(count, raster::Band{.type = type});
    return header;
}

ScaleRange range_of_file(int /*band*/)
{
    return {10, 20};
}

/// The one pixel that these samples give.
template <typename Sample>
image::Color painted(mapfile::Layer const& layer, raster::Header const& header,
                     std::vector<Sample> const& samples)
{
    ClassSelection const classes{layer, "", 1000};
    auto const processing = parse_raster_processing(layer);
    RasterColors colors{layer, processing, classes, header, range_of_file};
    CHECK(colors.reads_bytes() == (sizeof(Sample) == 1));
    std::array<std::uint8_t, 4> out{};
    colors.paint(std::span<Sample const>{samples}, {}, out);
    return {out[0], out[1], out[2], out[3]};
}

using Bytes = std::vector<std::uint8_t>;
using Numbers = std::vector<double>;
constexpr image::Color unseen{0, 0, 0, 0};

} // namespace

TEST_CASE("raster bands: MapServer's defaults unless BANDS is set")
{
    auto const plain = raster_layer();
    CHECK(bands_of(parse_raster_processing(plain), header_of_bands(1), false) == std::vector{1});
    CHECK(bands_of(parse_raster_processing(plain), header_of_bands(3), false) ==
          std::vector{1, 2, 3});
    CHECK(bands_of(parse_raster_processing(plain), header_of_bands(3), true) == std::vector{1});
    auto four = header_of_bands(4);
    CHECK(bands_of(parse_raster_processing(plain), four, false) == std::vector{1, 2, 3});
    four.bands[3].is_alpha = true;
    CHECK(bands_of(parse_raster_processing(plain), four, false) == std::vector{1, 2, 3, 4});
    CHECK(bands_of(parse_raster_processing(raster_layer({"BANDS=3,2,1"})), four, false) ==
          std::vector{3, 2, 1});
    CHECK(bands_of(parse_raster_processing(raster_layer({"BANDS=3,4"})), four, false) ==
          std::vector{3});
    auto const shorts = header_of_bands(4, raster::SampleType::Int16);
    auto const swapped = parse_raster_processing(raster_layer({"BANDS=3,2,1"}));
    CHECK(bands_of(swapped, shorts, false) == std::vector{3, 2, 1});
    CHECK(bands_of(swapped, shorts, true) == std::vector{3}); // as in MapServer; bytes are refused
    CHECK_THROWS_WITH_AS((void)bands_of(parse_raster_processing(raster_layer({"BANDS=9"})),
                                        header_of_bands(1), false),
                         "PROCESSING BANDS includes illegal band '9', should be from 1 to 1",
                         PublicError);
}

TEST_CASE("raster scale: (v - min) * 256 / (max - min), cut off below and above")
{
    auto const layer = raster_layer({"SCALE=100,300"});
    auto const header = header_of_bands(1, raster::SampleType::UInt16);
    CHECK(painted(layer, header, Numbers{100}) == image::Color{0, 0, 0, 255});
    CHECK(painted(layer, header, Numbers{200}) == image::Color{128, 128, 128, 255});
    CHECK(painted(layer, header, Numbers{300}) == image::Color{255, 255, 255, 255});
    CHECK(painted(layer, header, Numbers{50}) == image::Color{0, 0, 0, 255});
    // AUTO is a matter of the file, here 10 to 20, not of the view.
    CHECK(painted(raster_layer({"SCALE=AUTO"}), header, Numbers{15}) ==
          image::Color{128, 128, 128, 255});
    CHECK_THROWS_AS((void)painted(raster_layer({"SCALE=1"}), header, Numbers{0}), PublicError);
}

TEST_CASE("raster scale: without a difference it is AUTO, as in MapServer")
{
    auto const layer = raster_layer({"SCALE=7,7"});
    auto const floats = header_of_bands(1, raster::SampleType::Float32);
    CHECK(painted(layer, floats, Numbers{15}) == image::Color{128, 128, 128, 255});
}

TEST_CASE("raster LUT: linear between its pairs, 0:0 and 255:255 implied")
{
    auto const lut_of = [](std::string const& text, std::size_t color) {
        return parse_raster_processing(raster_layer({text})).luts.at(color);
    };
    auto const table = lut_of("LUT=100:200", 0);
    REQUIRE(table.size() == 256);
    CHECK(table[0] == 0);
    CHECK(table[50] == 100);
    CHECK(table[100] == 200);
    CHECK(table[255] == 255);
    CHECK(lut_of("LUT=0:0,1000:255", 0).size() == 65536);
    CHECK(lut_of("LUT_2=10:20", 0).empty());
    CHECK_THROWS_AS((void)lut_of("LUT=curve.gimp", 0), PublicError);
}

TEST_CASE("raster LUT: the last of equal inputs applies from there on")
{
    // Measured with MapServer 8.0.0: 90 -> 180, 100 -> 50, 110 -> 63
    auto const table = parse_raster_processing(raster_layer({"LUT=100:200,100:50"})).luts[0];
    CHECK(table[90] == 180);
    CHECK(table[100] == 50);
    CHECK(table[110] == 63);
}

TEST_CASE("raster LUT: files hold pairs in lines, or curves of GIMP")
{
    auto const lut_of = [](std::string const& text, std::size_t color) {
        auto const read = [&](std::string_view name) {
            CHECK(name == "curve.txt");
            return text;
        };
        return parse_raster_processing(raster_layer({"LUT=curve.txt"}), read).luts.at(color);
    };
    CHECK(lut_of("100:200,\r\n150:20\n", 0)[100] == 200);
    CHECK(lut_of("100:200\n150:20\n", 1)[150] == 20);
    auto const line = [](std::string const& middle) {
        std::string text = "0 0 ";
        for (int i = 0; i < 14; ++i) {
            text += "-1 -1 ";
        }
        return text + middle + " 255 255 \n";
    };
    std::string const plain = line("-1 -1");
    auto const curves =
        "# GIMP Curves File\n" + line("100 200") + line("128 60") + plain + plain + plain;
    // Red, then all: 10 -> 5 -> 10, 136 -> 72 -> 144 of MapServer 8.0.0.
    CHECK(lut_of(curves, 0)[10] == 10);
    CHECK(lut_of(curves, 0)[136] == 144);
    CHECK(lut_of(curves, 1)[54] == 108);
    CHECK_THROWS_AS((void)lut_of("# GIMP Curves File\n" + plain + plain, 0), PublicError);
    CHECK_THROWS_AS((void)lut_of("", 0), PublicError);
    CHECK_THROWS_AS((void)lut_of("10:x", 0), PublicError);
}

TEST_CASE("raster level: LOAD_FULL_RES_IMAGE reads no overviews")
{
    CHECK_FALSE(parse_raster_processing(raster_layer()).level);
    CHECK(parse_raster_processing(raster_layer({"LOAD_FULL_RES_IMAGE=YES"})).level == 0U);
    CHECK_FALSE(parse_raster_processing(raster_layer({"LOAD_FULL_RES_IMAGE=NO"})).level);
}

TEST_CASE("raster GAMMA: colours to the power of it, not alpha")
{
    auto const header = header_of_bands(1);
    // 255 * (72 / 255) ^ 0.75 = 98.8
    CHECK(painted(raster_layer({"GAMMA=0.75"}), header, Bytes{72}) ==
          image::Color{99, 99, 99, 255});
    auto classified = raster_layer({"GAMMA=0.75"});
    add_class(classified, "", {72, 0, 255, 255});
    add_class(classified, "[pixel] < 0", {72, 0, 255, 255});
    CHECK(painted(classified, header_of_bands(1, raster::SampleType::Float32), Numbers{1.5}) ==
          image::Color{99, 0, 255, 255});
    CHECK(painted(classified, header, Bytes{9}) == image::Color{99, 0, 255, 255});
    for (auto const* const wrong : {"GAMMA=0", "GAMMA=x", "GAMMA=-1", "GAMMA=nan"}) {
        CHECK_THROWS_AS((void)painted(raster_layer({wrong}), header, Bytes{9}), PublicError);
    }
}

TEST_CASE("raster NODATA: transparent, in RGB only where all bands have it")
{
    auto grey = header_of_bands(1);
    grey.bands[0].no_data = 7;
    CHECK(painted(raster_layer(), grey, Bytes{7}) == unseen);
    CHECK(painted(raster_layer({"NODATA=OFF"}), grey, Bytes{7}) == image::Color{7, 7, 7, 255});
    CHECK(painted(raster_layer({"NODATA=8"}), grey, Bytes{8}) == unseen);
    CHECK_THROWS_AS((void)painted(raster_layer({"NODATA=none"}), grey, Bytes{8}), PublicError);
    auto rgb = header_of_bands(3);
    for (auto& band : rgb.bands) {
        band.no_data = 0;
    }
    CHECK(painted(raster_layer(), rgb, Bytes{0, 0, 0}) == unseen);
    CHECK(painted(raster_layer(), rgb, Bytes{0, 0, 9}) == image::Color{0, 0, 9, 255});
    auto const floats = header_of_bands(1, raster::SampleType::Other);
    CHECK(painted(raster_layer(), floats, Numbers{std::numeric_limits<double>::quiet_NaN()}) ==
          unseen);
}

TEST_CASE("raster palette: entries are colours, those without alpha and OFFSITE are not drawn")
{
    auto header = header_of_bands(1);
    header.bands[0].palette = {{255, 0, 0, 255}, {0, 255, 0, 0}, {0, 0, 255, 255}};
    auto layer = raster_layer();
    CHECK(painted(layer, header, Bytes{0}) == image::Color{255, 0, 0, 255});
    CHECK(painted(layer, header, Bytes{1}) == unseen);
    CHECK(painted(layer, header, Bytes{3}) == unseen); // no such entry
    layer.offsite = image::Color{0, 0, 255, 255};
    CHECK(painted(layer, header, Bytes{2}) == unseen);
}

TEST_CASE("raster classes: the first that takes the value, the one without expression last")
{
    auto layer = raster_layer();
    add_class(layer, "([pixel] <= 300)", {255, 0, 0, 255});
    add_class(layer, "", {0, 0, 255, 255});
    auto const floats = header_of_bands(1, raster::SampleType::Other);
    CHECK(painted(layer, floats, Numbers{12.5}) == image::Color{255, 0, 0, 255});
    CHECK(painted(layer, floats, Numbers{300.25}) == image::Color{0, 0, 255, 255});
    CHECK(painted(layer, header_of_bands(1), Bytes{3}) == image::Color{255, 0, 0, 255});
    CHECK_THROWS_AS((void)painted(raster_layer({"NODATA=x"}), header_of_bands(1), Bytes{3}),
                    PublicError);
    layer.processing = {"BANDS=1,2,3"};
    CHECK_THROWS_WITH_AS((void)painted(layer, header_of_bands(3), Bytes{3, 3, 3}),
                         "Attempt to classify 24bit image", PublicError);
}

// As MapServer 8.0.0 draws files of 64 x 40 bytes, 16-bit and floating-point numbers.
TEST_CASE("raster classes: bytes as SCALE and LUT make them, other numbers only within SCALE")
{
    image::Color const low{255, 0, 0, 255};
    image::Color const high{0, 0, 255, 255};
    auto layer = raster_layer({"SCALE=40,200"});
    add_class(layer, "([pixel] < 80)", low);
    add_class(layer, "([pixel] >= 80)", high);
    auto const bytes = header_of_bands(1);
    CHECK(painted(layer, bytes, Bytes{80}) == low); // becomes 64
    CHECK(painted(layer, bytes, Bytes{90}) == high);
    auto const floats = header_of_bands(1, raster::SampleType::Float32);
    CHECK(painted(layer, floats, Numbers{39.9}) == unseen);
    CHECK(painted(layer, floats, Numbers{40}) == low);
    CHECK(painted(layer, floats, Numbers{80}) == high);
    CHECK(painted(layer, floats, Numbers{200}) == unseen);
    layer.processing = {"LUT=0:0,100:30,200:240"};
    CHECK(painted(layer, bytes, Bytes{120}) == low); // 72
    CHECK(painted(layer, bytes, Bytes{130}) == high);
    CHECK(painted(layer, floats, Numbers{90}) == high);
}

// As MapServer 8.0.0 draws them.
TEST_CASE("raster SCALE goes before SCALE_1, LUT_1 before LUT, and classes of numbers know SCALE")
{
    auto const bytes = header_of_bands(1, raster::SampleType::Byte);
    auto layer = raster_layer({"SCALE_1=0,64", "SCALE=0,128"});
    CHECK(painted(layer, bytes, Bytes{32}) == image::Color{64, 64, 64, 255});
    layer = raster_layer({"LUT=0:0,255:100", "LUT_1=0:9,255:9"});
    CHECK(painted(layer, bytes, Bytes{255}) == image::Color{9, 9, 9, 255});
    auto const wide = header_of_bands(1, raster::SampleType::UInt16);
    layer = raster_layer({"SCALE_1=0,100"});
    add_class(layer, "([pixel] = 300)", {255, 0, 0, 255});
    CHECK(painted(layer, wide, Numbers{300}) == image::Color{255, 0, 0, 255});
    layer.processing = {"SCALE=0,100"};
    CHECK(painted(layer, wide, Numbers{300}) == unseen);
}

TEST_CASE("raster classes: with CLASSIFY_SCALED [pixel] is the number of a bucket")
{
    auto layer = raster_layer({"SCALE=0,1000", "CLASSIFY_SCALED=YES", "SCALE_BUCKETS=10"});
    add_class(layer, "([pixel] = 3)", {255, 0, 0, 255});
    auto const wide = header_of_bands(1, raster::SampleType::UInt16);
    CHECK(painted(layer, wide, Numbers{299}) == unseen);
    CHECK(painted(layer, wide, Numbers{300}) == image::Color{255, 0, 0, 255});
    CHECK(painted(layer, wide, Numbers{399}) == image::Color{255, 0, 0, 255});
    CHECK(painted(layer, wide, Numbers{400}) == unseen);
    layer.processing = {"CLASSIFY_SCALED=YES"}; // the file has 10 to 20, each its own bucket
    CHECK(painted(layer, wide, Numbers{13}) == image::Color{255, 0, 0, 255});
    CHECK(painted(layer, wide, Numbers{14}) == unseen);
    for (auto const* const wrong : {"SCALE_BUCKETS=1", "SCALE_BUCKETS=x"}) {
        layer.processing = {wrong};
        CHECK_THROWS_AS((void)painted(layer, wide, Numbers{13}), PublicError);
    }
}

TEST_CASE("raster COLORRANGE: linear within DATARANGE, nothing beyond it")
{
    auto layer = raster_layer();
    auto& style = layer.classes.emplace_back().styles.emplace_back();
    style.range_min_color = image::Color{0, 0, 0, 255};
    style.range_max_color = image::Color{200, 100, 0, 255};
    style.range_min = 100;
    style.range_max = 200;
    auto const floats = header_of_bands(1, raster::SampleType::Other);
    CHECK(painted(layer, floats, Numbers{150}) == image::Color{100, 50, 0, 255});
    CHECK(painted(layer, floats, Numbers{201}) == unseen);
    style.opacity.value = 50;
    CHECK(painted(layer, floats, Numbers{200}) == image::Color{100, 50, 0, 128});
    // Behind a plain style it does not matter.
    auto& styles = layer.classes.front().styles;
    styles.insert(styles.begin(), mapfile::Style{})->color.value = image::Color{1, 2, 3, 255};
    CHECK(painted(layer, floats, Numbers{150}) == image::Color{1, 2, 3, 255});
}

TEST_CASE("raster alpha: pixels are premultiplied, OFFSITE holds with it")
{
    auto header = header_of_bands(4);
    header.bands[3].is_alpha = true;
    auto layer = raster_layer();
    CHECK(painted(layer, header, Bytes{255, 100, 0, 128}) == image::Color{128, 50, 0, 128});
    layer.offsite = image::Color{255, 100, 0, 255};
    CHECK(painted(layer, header, Bytes{255, 100, 0, 128}) == unseen);
}

TEST_CASE("raster bands: of two that BANDS names the second is not alpha, as in MapServer")
{
    auto header = header_of_bands(2);
    header.bands[1].is_alpha = true;
    CHECK(painted(raster_layer(), header, Bytes{200, 0}) == unseen);
    CHECK(painted(raster_layer({"BANDS=1,2"}), header, Bytes{200}) ==
          image::Color{200, 200, 200, 255});
}

// As MapServer 8.0.0 draws them (tests/differential/variations_rasters.py).
TEST_CASE("raster alpha: it masks bands that are read without it, and LUT counts for it")
{
    auto header = header_of_bands(4);
    header.bands[3].is_alpha = true;
    auto const uses_mask = [&](std::vector<std::string> const& processing) {
        auto const layer = raster_layer(processing);
        ClassSelection const classes{layer, "", 1000};
        auto const parsed = parse_raster_processing(layer);
        return RasterColors{layer, parsed, classes, header, range_of_file}.uses_mask();
    };
    CHECK(uses_mask({"BANDS=1"}));
    CHECK(uses_mask({"BANDS=3,2,1"}));
    CHECK(!uses_mask({"BANDS=4"})); // alpha as grey
    CHECK(!uses_mask({}));
    CHECK(!uses_mask({"BANDS=1,2,3,4"}));
    CHECK(!uses_mask({"BANDS=1", "USE_MASK_BAND=NO"}));
    CHECK(painted(raster_layer({"LUT=0:255,255:0"}), header, Bytes{0, 0, 0, 255}) == unseen);
    CHECK(painted(raster_layer({"LUT_4=0:255,255:0"}), header, Bytes{9, 8, 7, 0}) ==
          image::Color{9, 8, 7, 255});
}

TEST_CASE("raster palette: LUT counts for the numbers of its entries, SCALE does not")
{
    auto header = header_of_bands(1);
    header.bands[0].palette = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}};
    CHECK(painted(raster_layer({"LUT=0:2,2:0"}), header, Bytes{0}) == image::Color{0, 0, 255, 255});
    CHECK(painted(raster_layer({"LUT=0:2,2:0"}), header, Bytes{2}) == image::Color{255, 0, 0, 255});
    CHECK(painted(raster_layer({"LUT=0:3"}), header, Bytes{0}) == unseen); // no such entry
    CHECK(painted(raster_layer({"SCALE=0,2"}), header, Bytes{1}) == image::Color{0, 255, 0, 255});
    auto layer = raster_layer({"LUT=0:2,2:0"});
    add_class(layer, "([pixel] = 2 AND [blue] = 255)", {1, 2, 3, 255});
    CHECK(painted(layer, header, Bytes{0}) == image::Color{1, 2, 3, 255});
    CHECK(painted(layer, header, Bytes{2}) == unseen);
}

TEST_CASE("raster colours: a band that is NaN where others are not gives black, with a LUT as well")
{
    auto const floats = header_of_bands(3, raster::SampleType::Other);
    auto const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(painted(raster_layer(), floats, Numbers{9, nan, 1e300}) == image::Color{9, 0, 255, 255});
    CHECK(painted(raster_layer({"LUT=0:7"}), floats, Numbers{0, nan, -1e300}) ==
          image::Color{7, 7, 7, 255});
}

TEST_CASE("raster classes: the cache of values stays small, and is charged")
{
    auto layer = raster_layer();
    add_class(layer, "([pixel] < 100000)", {255, 0, 0, 255});
    ClassSelection const classes{layer, "", 1000};
    auto const processing = parse_raster_processing(layer);
    auto const floats = header_of_bands(1, raster::SampleType::Other);
    RasterColors colors{layer, processing, classes, floats, range_of_file};
    CHECK(colors.kept_bytes() == 0);
    Numbers values(300'000);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<double>(i) + 0.25;
    }
    std::vector<std::uint8_t> out(values.size() * 4);
    colors.paint(std::span<double const>{values}, {}, out);
    CHECK(colors.kept_bytes() > 100'000);
    CHECK(colors.kept_bytes() < (std::size_t{16} << 20U));
    CHECK(out[std::size_t{99'999} * 4 + 3] == 255);
    CHECK(out[std::size_t{100'000} * 4 + 3] == 0);
}

TEST_CASE("raster queries: class, else palette, else the value; undrawn pixels are not found")
{
    auto layer = raster_layer();
    auto const facts = [&](raster::Header const& header, Numbers const& samples) {
        ClassSelection const classes{layer, "", 1000};
        auto const processing = parse_raster_processing(layer);
        RasterColors colors{layer, processing, classes, header, range_of_file};
        return colors.describe(samples, {}).front();
    };
    auto const shorts = header_of_bands(1, raster::SampleType::UInt16);
    CHECK(facts(shorts, {300}).is_found);
    CHECK(facts(shorts, {300}).color == image::Color{255, 255, 255, 255});
    CHECK(facts(shorts, {300}).class_index == -1);
    CHECK(facts(header_of_bands(1, raster::SampleType::Float32), {84.9}).color ==
          image::Color{84, 84, 84, 255});
    auto palette = header_of_bands(1);
    palette.bands[0].palette = {{255, 0, 0, 255}, {0, 255, 0, 0}};
    CHECK(facts(palette, {0}).color == image::Color{255, 0, 0, 255});
    CHECK(!facts(palette, {1}).is_found);
    CHECK(!facts(palette, {2}).is_found);
    layer.processing = {"NODATA=7"};
    CHECK(!facts(shorts, {7}).is_found);
    auto const rgb = header_of_bands(3);
    add_class(layer, "", {4, 5, 6, 255}); // draws nothing, but tells what the layer shows
    CHECK(facts(shorts, {8}).class_index == 0);
    CHECK(facts(rgb, {1, 2, 3}).class_index == 0);
    CHECK(facts(rgb, {1, 2, 3}).color == image::Color{4, 5, 6, 255});
    layer.classes.clear();
    add_class(layer, "([pixel] > 10)", {1, 2, 3, 255});
    CHECK(facts(shorts, {11}).class_index == 0);
    CHECK(facts(shorts, {11}).color == image::Color{1, 2, 3, 255});
    CHECK(!facts(shorts, {10}).is_found);
    // red, green and blue of such features are -1 in MapServer, too, and 0 without a STYLE
    layer.classes[0].styles[0].color.value.reset();
    CHECK(!facts(shorts, {11}).color);
    layer.classes[0].styles.clear();
    CHECK(facts(shorts, {11}).color == image::Color{0, 0, 0, 255});
}

TEST_CASE("raster colours: plain bytes are drawn where they are found, as painted")
{
    auto const layer = raster_layer();
    auto const header = header_of_bands(3);
    ClassSelection const classes{layer, "", 1000};
    auto const processing = parse_raster_processing(layer);
    RasterColors colors{layer, processing, classes, header, range_of_file};
    CHECK(colors.are_opaque());
    Bytes const samples{1, 2, 3, 11, 12, 13, 21, 22, 23};
    auto const bands = colors.color_bands(samples);
    CHECK(bands.red[2] == 3);
    CHECK(bands.green[2] == 13);
    CHECK(bands.blue[2] == 23);

    auto off = raster_layer();
    off.offsite = image::Color{1, 11, 21, 255};
    for (auto const& other : {off, raster_layer({"NODATA=1"}), raster_layer({"SCALE=0,100"}),
                              raster_layer({"LUT=0:0,255:9"})}) {
        auto const other_processing = parse_raster_processing(other);
        RasterColors const others{other, other_processing, classes, header, range_of_file};
        CHECK(!others.are_opaque());
    }
    auto masked = header;
    masked.has_mask = true;
    CHECK(!RasterColors{layer, processing, classes, masked, range_of_file}.are_opaque());
    auto const alpha = raster_layer({"BANDS=1,2,3,4"});
    auto const alpha_processing = parse_raster_processing(alpha);
    auto const four = header_of_bands(4);
    CHECK(!RasterColors{alpha, alpha_processing, classes, four, range_of_file}.are_opaque());
}
