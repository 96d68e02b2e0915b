// SPDX-License-Identifier: MIT
#include "render/core/output.hpp"

#include "base/error.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/transparency.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

using namespace ms;

namespace {

mapfile::OutputFormat format(std::string driver,
                             std::vector<std::pair<std::string, std::string>> options = {})
{
    mapfile::OutputFormat out;
    out.name = "q";
    out.driver = std::move(driver);
    for (auto const& [key, value] : options) {
        out.options.set(key, value);
    }
    return out;
}

image::Bitmap filled(image::Color color)
{
    image::Bitmap bitmap(4, 4);
    bitmap.fill(color);
    return bitmap;
}

std::string begin_of(std::vector<std::uint8_t> const& file, std::size_t n)
{
    return {file.begin(), file.begin() + static_cast<std::ptrdiff_t>(std::min(n, file.size()))};
}

constexpr image::Color opaque{10, 20, 30};

} // namespace

// MapServer 8.0.0's defaults, as far as this build can write them, in its order; GTiff where GDAL
// is.
TEST_CASE("output: the formats that are always there have MapServer's names and MIME types")
{
    mapfile::Map const map;
    std::string text;
    for (auto const& row : render::output_formats(map)) {
        if (row.name == "GTiff") {
            CHECK(row.driver + " " + row.mime_type + " " + row.extension ==
                  "GDAL/GTiff image/tiff tif");
            continue;
        }
        text += row.name + " " + row.driver + " " + row.mime_type + " " + row.extension + "\n";
    }
    CHECK(text == "png AGG/PNG image/png png\n"
                  "jpeg AGG/JPEG image/jpeg jpg\n"
                  "png8 AGG/PNG8 image/png; mode=8bit png\n"
                  "png24 AGG/PNG image/png; mode=24bit png\n"
                  "jpegpng AGG/MIXED image/vnd.jpeg-png jpg\n"
                  "jpegpng8 AGG/MIXED image/vnd.jpeg-png8 jpg\n"
                  "pdf CAIRO/PDF application/x-pdf pdf\n"
                  "svg CAIRO/SVG image/svg+xml svg\n"
                  "cairopng CAIRO/PNG image/png; mode=24bit png\n"
                  "kml KML application/vnd.google-earth.kml+xml kml\n"
                  "kmz KMZ application/vnd.google-earth.kmz kmz\n"
                  "mvt MVT application/vnd.mapbox-vector-tile pbf\n"
                  "mvtxprotobuf MVT application/x-protobuf pbf\n"
                  "json UTFGRID application/json json\n");
}

TEST_CASE("output: a format is found by name, MIME type and driver, in this order")
{
    mapfile::Map map;
    CHECK(render::find_output_format(map, "SVG").driver == "CAIRO/SVG");
    CHECK(render::find_output_format(map, "application/x-pdf").name == "pdf");
    CHECK(render::find_output_format(map, "cairo/png").name == "cairopng");
    CHECK(render::find_output_format(map, "image/png; mode=24bit").name == "png24");
    CHECK_THROWS_AS((void)render::find_output_format(map, "application/pdf"), Error);
    map.output_formats = {format("CAIRO/JPEG")};
    auto const own = render::find_output_format(map, "");
    CHECK(own.mime_type == "image/jpeg");
    CHECK(own.extension == "jpg");
}

TEST_CASE("output: every driver writes its kind of file, both pixels and documents")
{
    auto const bitmap = filled(opaque);
    auto const begin = [&](mapfile::OutputFormat const& requested) {
        return begin_of(render::encode(bitmap.view(), requested), 5);
    };
    CHECK(begin(format("AGG/PNG")) == "\x89PNG\r");
    CHECK(begin(format("CAIRO/PNG")) == "\x89PNG\r");
    CHECK(begin(format("CAIRO/PDF")) == "%PDF-");
    CHECK(begin(format("cairo/svg")) == "<?xml");
    CHECK(begin(format("CAIRO/SVG", {{"COMPRESSED_OUTPUT", "TRUE"}})).starts_with("\x1F\x8B"));
    CHECK(render::document_of(format("CAIRO/PDF")) == "PDF");
    CHECK(render::document_of(format("CAIRO/PNG")).empty());
}

// MapServer 8.0.0: "this driver isn't configured".
TEST_CASE("output: WebP by its own driver's name, and by the one it has in MapServer's mapfiles")
{
    for (auto const* const driver : {"AGG/WEBP", "CAIRO/WEBP", "GDAL/WEBP"}) {
        CAPTURE(driver);
        auto const bitmap = filled(opaque);
        auto const lossy = render::encode(bitmap.view(), format(driver));
        CHECK(begin_of(lossy, 4) == "RIFF");
        CHECK(std::string(lossy.begin() + 8, lossy.begin() + 16) == "WEBPVP8 ");
        auto const exact = render::encode(bitmap.view(), format(driver, {{"LOSSLESS", "YES"}}));
        CHECK(std::string(exact.begin() + 8, exact.begin() + 16) == "WEBPVP8L");
    }
}

TEST_CASE("output: drivers of GD in old mapfiles are AGG/PNG8, as in MapServer")
{
    for (auto const* const driver : {"GD/GIF", "gd/png", "GD/PC256", "GD/WBMP"}) {
        CAPTURE(driver);
        CHECK(render::encode(filled(opaque).view(), format(driver)) ==
              render::encode(filled(opaque).view(), format("AGG/PNG8")));
    }
}

TEST_CASE("output: a driver that does not exist is refused by its name")
{
    for (auto const* const driver :
         {"SVG", "PDF", "AGG/SVG", "CAIRO", "CAIRO/GIF", "OGL/PNG", ""}) {
        CAPTURE(driver);
        CHECK_THROWS_WITH_AS((void)render::canvas_of(format(driver)),
                             doctest::Contains("is not supported"), Error);
    }
}

// As MapServer 8.0.0, which draws it on the IMAGECOLOR.
TEST_CASE("output: JPEG is never transparent")
{
    for (auto const* const driver : {"AGG/JPEG", "cairo/jpeg", "GD/JPEG"}) {
        CAPTURE(driver);
        auto own = format(driver);
        own.image_mode = mapfile::ImageMode::Rgba;
        CHECK_FALSE(render::is_transparent(own));
        own.transparent = true;
        CHECK_FALSE(render::is_transparent(own));
    }
}

TEST_CASE("output: NULLVALUE is the no-data value of images, too")
{
    auto const image = render::parse_gdal_format(format("GDAL/GTiff", {{"NULLVALUE", "7"}}));
    CHECK(image.null_value == 7);
    CHECK_FALSE(image.is_raw);
}

TEST_CASE("output: AGG/MIXED becomes JPEG, or PNG when anything is transparent")
{
    mapfile::Map map;
    map.output_formats = {format("AGG/PNG8")};
    map.output_formats[0].name = "small";
    auto const chosen = [&](mapfile::OutputFormat const& mixed, image::Color color) {
        return render::chosen_format(map, mixed, {.bitmap = filled(color), .document = {}});
    };
    auto const mixed = render::find_output_format(map, "jpegpng");
    CHECK(chosen(mixed, opaque).name == "jpeg");
    CHECK(chosen(mixed, {0, 0, 0, 254}).name == "png");
    CHECK(render::is_transparent(chosen(mixed, {0, 0, 0, 0})));
    CHECK(chosen(render::find_output_format(map, "jpegpng8"), {0, 0, 0, 0}).name == "png8");
    auto const own = format("AGG/MIXED", {{"TRANSPARENT_FORMAT", "small"}});
    CHECK(chosen(own, {0, 0, 0, 0}).name == "small");
    CHECK_THROWS_AS((void)chosen(format("AGG/MIXED", {{"OPAQUE_FORMAT", "none"}}), opaque), Error);
}

// MapServer 8.0.0: 'failed to parse FORMATOPTION "COMPRESSION=12", expecting integer from 0 to 9'.
TEST_CASE("output: COMPRESSION has to be a level")
{
    auto const bitmap = filled(opaque);
    for (auto const* const level : {"12", "-1", "x", ""}) {
        CHECK_THROWS_WITH_AS(
            (void)render::encode(bitmap.view(), format("AGG/PNG", {{"COMPRESSION", level}})),
            doctest::Contains("COMPRESSION"), Error);
    }
    CHECK_FALSE(render::encode(bitmap.view(), format("AGG/PNG", {{"COMPRESSION", "9"}})).empty());
}

TEST_CASE("output: PALETTED chooses between a palette and all colours, for both canvases")
{
    auto const bitmap = filled(opaque);
    using Options = std::vector<std::pair<std::string, std::string>>;
    auto const color_type = [&](std::string const& driver, Options const& options) {
        return int{render::encode(bitmap.view(), format(driver, options)).at(25)};
    };
    for (auto const* const driver : {"AGG/PNG", "CAIRO/PNG"}) {
        CHECK(color_type(driver, {}) == 2); // RGB
        CHECK(color_type(driver, {{"PALETTED", "auto"}}) == 3);
        CHECK(color_type(driver, {{"PALETTED", "ON"}}) == 3);
        CHECK(color_type(driver, {{"PALETTED", "OFF"}, {"QUANTIZE_FORCE", "ON"}}) == 2);
        CHECK(color_type(driver, {{"QUANTIZE_FORCE", "ON"}}) == 3);
    }
    CHECK_THROWS_WITH_AS((void)color_type("AGG/PNG", {{"PALETTED", "maybe"}}),
                         doctest::Contains("PALETTED=maybe"), Error);
}

TEST_CASE("output: PALETTE_FORCE uses the colours of a file beside the mapfile")
{
    auto const directory = std::filesystem::temp_directory_path() / "ms_test_output_palette";
    std::filesystem::create_directories(directory);
    std::ofstream(directory / "palette.txt") << "# two\n255,255,255\n 10, 20, 31\n";
    mapfile::Map map;
    map.origin.directory = directory;
    map.output_formats = {format("AGG/PNG", {{"PALETTE", "palette.txt"}, {"PALETTE_FORCE", "ON"}})};
    auto const file = render::encode(filled(opaque).view(), render::find_output_format(map, "q"));
    // PLTE: length 6, then both colours in the order of the file.
    auto const text = begin_of(file, file.size());
    CHECK(text.find(std::string("\0\0\0\6PLTE\xFF\xFF\xFF\x0A\x14\x1F", 14)) != std::string::npos);
    std::filesystem::remove_all(directory);

    map.output_formats[0].options.set("PALETTE", "missing.txt");
    CHECK_THROWS_WITH_AS(
        (void)render::encode(filled(opaque).view(), render::find_output_format(map, "q")),
        "output format \"q\": PALETTE \"missing.txt\": cannot be read", Error);
    CHECK_THROWS_WITH_AS(
        (void)render::encode(filled(opaque).view(), format("AGG/PNG", {{"PALETTE_FORCE", "ON"}})),
        doctest::Contains("needs \"PALETTE=file\""), Error);
}

TEST_CASE("output: options without effect are noted")
{
    mapfile::Map const map;
    std::vector<std::string> notes;
    render::note_unused_options(
        map, format("AGG/PNG", {{"INTERLACE", "ON"}, {"gamma", "0.8"}, {"NOSUCH", "1"}}), notes);
    REQUIRE(notes.size() == 2);
    CHECK(notes[0].find("FORMATOPTION \"INTERLACE=ON\" has no effect") != std::string::npos);
}
