// SPDX-License-Identifier: MIT
#include "http/query_string.hpp"
#include "ows/wcs/bands.hpp"
#include "ows/wcs/grid.hpp"
#include "ows/wcs/parse_request.hpp"
#include "ows/wcs/version.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

namespace {

using namespace ms;
using namespace ms::ows;
using wcs::Request;

Request parameters(std::string const& version, std::string const& query)
{
    Request request{.version = version};
    wcs::read_parameters(http::parse_query_string(query), request);
    return request;
}

Request xml(std::string const& version, std::string const& content)
{
    Request request{.version = version};
    wcs::read_xml(parse_xml("<GetCoverage>" + content + "</GetCoverage>"), request);
    return request;
}

/// 40 x 30 pixels of 10 m.
wcs::Coverage example(mapfile::Layer const& layer, std::string const& system = "EPSG:32631")
{
    return {.layer = &layer,
            .system_name = system,
            .system = crs::parse_request(system),
            .extent = {500000, 0, 500400, 300},
            .size = {40, 30},
            .cell_x = 10,
            .cell_y = 10,
            .bands = 3};
}

std::string text_of(wcs::Grid const& grid)
{
    auto const number = [](double value) { return std::to_string(std::lround(value)); };
    return std::to_string(grid.size.width) + "x" + std::to_string(grid.size.height) + " " +
           number(grid.edges.min_x - 500000) + " " + number(grid.edges.min_y) + " " +
           number(grid.edges.max_x - 500000) + " " + number(grid.edges.max_y);
}

std::string grid_20(std::string const& query)
{
    mapfile::Layer const layer;
    return text_of(wcs::grid_20(parameters("2.0.1", query), example(layer)));
}

std::string code_of(auto const& action)
{
    try {
        (void)action();
    } catch (wcs::WcsException const& error) {
        return std::string{error.code()} + " " + error.locator();
    }
    return "accepted";
}

std::string bands_of(Request const& request, mapfile::Layer const& layer = {})
{
    std::string text;
    auto const sampling = wcs::sampling_of(request, example(layer));
    for (auto const band : sampling.bands) {
        text += std::to_string(band);
    }
    return text + sampling.resample;
}

} // namespace

TEST_CASE("WCS versions: exact ones, but of GetCapabilities the highest that is not above")
{
    CHECK(wcs::required_version("1.1.2") == "1.1.2");
    for (auto const* const text : {"", "1.0", "1.2.0", "2.1.0", "x", "9"}) {
        CAPTURE(text);
        CHECK(code_of([&] { return wcs::required_version(text); }) ==
              "InvalidParameterValue version");
    }
    CHECK(wcs::negotiated_version({}) == "2.0.1");
    CHECK(wcs::negotiated_version({.version = "0.5"}) == "1.0.0");
    CHECK(wcs::negotiated_version({.version = "1.2.0"}) == "1.1.2");
    CHECK(wcs::negotiated_version({.version = "3.0.0"}) == "2.0.1");
    CHECK(wcs::negotiated_version({.accept_versions = "9.9.9, 1.1.1,2.0.1"}) == "1.1.1");
    CHECK(wcs::family_of("1.0.0") == wcs::Family::V10);
    CHECK(wcs::family_of("1.1.1") == wcs::Family::V11);
    CHECK(wcs::family_of("2.0") == wcs::Family::V20);
    CHECK(wcs::family_of("nonsense") == wcs::Family::V10);
}

// As MapServer 8.0.0 reports them.
TEST_CASE("WCS versions: parts that are no numbers are 0")
{
    CHECK(wcs::family_of("2.a") == wcs::Family::V20);
    CHECK(wcs::family_of("1.1.a") == wcs::Family::V11);
    CHECK(wcs::family_of("x.1.1") == wcs::Family::V10);
    CHECK(wcs::parse_version("2.a.a") == std::array{2, 0, 0});
    CHECK(wcs::parse_version("3.1x") == std::array{3, 1, 0});
    CHECK_FALSE(wcs::parse_version("2"));
    CHECK_FALSE(wcs::parse_version("1.1.1.1"));
    CHECK(wcs::negotiated_version({.version = "1.1.a"}) == "1.1.0");
    CHECK(code_of([] { return wcs::required_version("2.a.a"); }) ==
          "InvalidParameterValue version");
}

TEST_CASE("WCS 1.0: a box has a size or resolutions, which give the size")
{
    mapfile::Layer const layer;
    auto const coverage = example(layer);
    auto const grid = [&](std::string const& more) {
        return text_of(wcs::grid_10(
            parameters("1.0.0", "CRS=EPSG:32631&BBOX=500000,0,500200,100&" + more), coverage));
    };
    CHECK(grid("WIDTH=20&HEIGHT=5") == "20x5 0 0 200 100");
    CHECK(grid("RESX=10&RESY=25") == "20x4 0 0 200 100");
    CHECK(grid("WIDTH=1&HEIGHT=1") == "1x1 0 0 200 100");
    CHECK(code_of([&] { return grid("WIDTH=20"); }) ==
          "MissingParameterValue width/height/resx/resy");
    CHECK(code_of([&] {
              return wcs::grid_10(
                  parameters("1.0.0", "CRS=EPSG:32631&BBOX=0,0,9,9&WIDTH=2&HEIGHT=2"), coverage);
          }) == "NoApplicableCode bbox");
    CHECK(code_of([&] { return parameters("1.0.0", "BBOX=1,2,3"); }) ==
          "InvalidParameterValue bbox");
}

TEST_CASE("WCS 1.1: a box spans the centres of pixels, in the axis order of its CRS")
{
    mapfile::Layer const layer;
    auto const coverage = example(layer);
    auto const grid = [&](std::string const& query) {
        return text_of(wcs::grid_11(parameters("1.1.0", query), coverage));
    };
    std::string const box = "BOUNDINGBOX=500005,5,500195,95,urn:ogc:def:crs:EPSG::32631";
    CHECK(grid(box) == "20x10 0 0 200 100");
    CHECK(grid(box + "&GridOffsets=20,-30") == "10x4 -5 -10 195 110");
    CHECK(grid(box + "&GridOffsets=20,0,0,-30") == grid(box + "&GridOffsets=20,-30"));
    CHECK(grid(box + "&GridOrigin=500105,45") == "10x5 100 0 200 50");
    CHECK(grid("BOUNDINGBOX=0,0,39,29,urn:ogc:def:crs:OGC::imageCRS") == "40x30 0 0 400 300");
    CHECK(grid("BOUNDINGBOX=3,2,9,12,urn:ogc:def:crs:OGC::imageCRS") == "7x11 30 170 100 280");
    CHECK(code_of([&] { return grid("BOUNDINGBOX=1,2,3,urn:ogc:def:crs:EPSG::4326"); }) ==
          "InvalidParameterValue boundingbox");
}

TEST_CASE("WCS 1.1: XML has the same parts")
{
    auto const request = xml(
        "1.1.0", "<Identifier>a</Identifier><DomainSubset><BoundingBox crs=\"EPSG:1\">"
                 "<LowerCorner>1 2</LowerCorner><UpperCorner>3 4</UpperCorner></BoundingBox>"
                 "</DomainSubset><RangeSubset><FieldSubset><Identifier>raster</Identifier>"
                 "<InterpolationType>bilinear</InterpolationType><AxisSubset><Identifier>bands"
                 "</Identifier><Key>2</Key><Key>1</Key></AxisSubset></FieldSubset></RangeSubset>"
                 "<Output format=\"image/tiff\"><GridCRS><GridOrigin>5 6</GridOrigin>"
                 "<GridOffsets>7 -8</GridOffsets></GridCRS></Output>");
    CHECK(request.coverages == std::vector<std::string>{"a"});
    CHECK(request.box == std::array<double, 4>{1, 2, 3, 4});
    CHECK(request.crs == "EPSG:1");
    CHECK(request.format == "image/tiff");
    CHECK(request.origin == std::array<double, 2>{5, 6});
    CHECK(request.resolution == std::array<double, 2>{7, -8});
    CHECK(bands_of(request) == "21BILINEAR");
}

TEST_CASE("WCS 2.0: subsets cut the coverage, in its CRS, another one, or in pixels")
{
    CHECK(grid_20("") == "40x30 0 0 400 300");
    CHECK(grid_20("SUBSET=x(500100,500200)") == "10x30 100 0 200 300");
    CHECK(grid_20("SUBSET=x(*,500100)&SUBSET=Lat(100,*)") == "10x20 0 100 100 300");
    CHECK(grid_20("SUBSET=long(0,500100)") == "10x30 0 0 100 300");
    CHECK(grid_20("SUBSET=x(10,19)&SUBSET=y(0,9)&SUBSETTINGCRS=imageCRS") ==
          "10x10 100 200 200 300");
    CHECK(grid_20("SUBSET=x,imageCRS(10,10)&SUBSET=y,imageCRS(10,10)") == "1x1 100 190 110 200");
    CHECK(grid_20("SUBSETx=x(500100,500200)&SUBSET_2=y(*,100)&SIZEx=x(5)") == "5x10 100 0 200 100");
}

TEST_CASE("WCS 2.0: scales of each axis, each once")
{
    CHECK(grid_20("SIZE=x(7)") == "7x30 0 0 400 300");
    CHECK(grid_20("SIZE=x(0)") == "40x30 0 0 400 300");
    CHECK(grid_20("RESOLUTION=y(25)") == "40x12 0 0 400 300");
    CHECK(grid_20("SCALEFACTOR=0.5") == "20x15 0 0 400 300");
    CHECK(grid_20("SCALEAXES=x(0.5),y(2)") == "20x60 0 0 400 300");
    CHECK(grid_20("SCALESIZE=x(5),y(7)") == "5x7 0 0 400 300");
    CHECK(grid_20("SCALEEXTENT=x(10:20),y(20:35)") == "10x15 0 0 400 300");
    CHECK(code_of([] { return grid_20("SIZE=x(7)&RESOLUTION=x(1)"); }) ==
          "InvalidParameterValue extent");
    CHECK(code_of([] { return grid_20("SCALEFACTOR=2&SIZE=y(1)"); }) ==
          "InvalidParameterValue extent");
}

// Sizes and corners of MapServer 8.0.0.
TEST_CASE("WCS 2.0: a resolution that does not divide the coverage is that of its centres")
{
    CHECK(grid_20("RESOLUTION=x(30)") == "13x30 0 0 400 300");
    // 2.5 is rounded to 2; centres are at 80 and 320.
    CHECK(grid_20("RESOLUTION=x(160)") == "2x30 -40 0 440 300");
    CHECK(grid_20("SCALEFACTOR=0.77") == "30x23 0 0 400 300");
}

TEST_CASE("WCS 2.0: wrong subsets and scales are named")
{
    for (auto const& [query, code] :
         {std::pair{"SUBSET=z(1,2)", "InvalidAxisLabel subset"},
          std::pair{"SUBSET=x", "InvalidSubsetting subset"},
          std::pair{"SUBSET=x(2,1)", "InvalidSubsetting subset"},
          std::pair{"SUBSET=x(a,b)", "InvalidSubsetting subset"},
          std::pair{"SUBSET=x(1)", "InvalidSubsetting subset"},
          std::pair{"SUBSET=x(0,1)", "ExtentError extent"},
          std::pair{"SUBSET=x(500000,500100)&SUBSET=long(1,2)", "InvalidAxisLabel subset"},
          std::pair{"SUBSET=x,EPSG:32631(1,2)&SUBSET=y,EPSG:4326(1,2)",
                    "InvalidParameterValue subset"},
          std::pair{"SUBSETTINGCRS=nix", "InvalidParameterValue subsettingcrs"},
          std::pair{"OUTPUTCRS=nix", "InvalidParameterValue outputcrs"},
          std::pair{"SIZE=x(-1)", "InvalidParameterValue request"},
          std::pair{"SIZE=z(1)", "InvalidAxisLabel subset"},
          std::pair{"SCALEFACTOR=0", "InvalidParameterValue request"},
          std::pair{"SCALEFACTOR=x", "InvalidParameterValue request"},
          std::pair{"MEDIATYPE=x", "InvalidParameterValue request"}}) {
        CAPTURE(query);
        CHECK(code_of([&] { return grid_20(query); }) == code);
    }
    std::string many;
    for (int i = 0; i < 101; ++i) {
        many += "SUBSET=x(1,2)&";
    }
    CHECK(code_of([&] { return grid_20(many); }) == "InvalidParameterValue subset");
}

TEST_CASE("WCS 2.0: another CRS of the answer")
{
    mapfile::Layer const layer;
    auto const grid = wcs::grid_20(parameters("2.0.1", "OUTPUTCRS=EPSG:4326"), example(layer));
    CHECK(grid.size.width == 40);
    CHECK(grid.edges.min_x == doctest::Approx(3).epsilon(0.0001));
    CHECK(grid.edges.width() == doctest::Approx(0.00359).epsilon(0.01));
    CHECK(grid.system.authority_code() == "EPSG:4326");
}

TEST_CASE("WCS bands: all, or those of the request")
{
    mapfile::Layer layer;
    CHECK(bands_of(parameters("2.0.1", "")) == "123NEAREST");
    CHECK(bands_of(parameters("2.0.1", "RANGESUBSET=3,1")) == "31NEAREST");
    CHECK(bands_of(parameters("2.0.1", "RANGESUBSET=1:2,BAND3&INTERPOLATION=average")) ==
          "123AVERAGE");
    CHECK(bands_of(parameters("1.0.0", "BANDS=2")) == "123"); // the coverage has no such axis
    layer.metadata.set("wcs_rangeset_axes", "bands");
    layer.metadata.set("wcs_band_names", "red green blue");
    CHECK(bands_of(parameters("1.0.0", "BANDS=2"), layer) == "2");
    CHECK(bands_of(parameters("2.0.1", "RANGESUBSET=green:blue"), layer) == "23NEAREST");
    CHECK(bands_of(parameters("1.1.0", "RANGESUBSET=raster:nearest[bands[3,2]]"), layer) ==
          "32NEAREST");
    for (auto const* const items : {"4", "0", "x", "3:1", "1:1", "1:2:3", ""}) {
        CAPTURE(items);
        CHECK(code_of([&] {
                  return bands_of(parameters("2.0.1", std::string{"RANGESUBSET="} + items));
              }) == "InvalidParameterValue rangesubset");
    }
    CHECK(code_of([] { return bands_of(parameters("2.0.1", "INTERPOLATION=cubic")); }) ==
          "InvalidParameterValue interpolation");
    CHECK(code_of([] { return bands_of(parameters("1.1.0", "RANGESUBSET=raster[bands[9]]")); }) ==
          "NoApplicableCode mapserv");
}

TEST_CASE("WCS 2.0: XML has the same parts, also those of extensions")
{
    auto const request = xml(
        "2.0.1",
        "<w:CoverageId xmlns:w='w'>a</w:CoverageId><format>image/tiff</format>"
        "<mediaType>multipart/related</mediaType><DimensionTrim><Dimension crs='imageCRS'>x"
        "</Dimension><TrimLow>1</TrimLow><TrimHigh>5</TrimHigh></DimensionTrim><Size "
        "dimension='y'>6</Size><Extension><subsettingCrs>EPSG:1</subsettingCrs><outputCrs>EPSG:2"
        "</outputCrs><Scaling><ScaleAxesByFactor><ScaleAxis><axis>x</axis><scaleFactor>0.5"
        "</scaleFactor></ScaleAxis></ScaleAxesByFactor></Scaling><Interpolation>"
        "<globalInterpolation>AVERAGE</globalInterpolation></Interpolation><rangeSubset><RangeItem>"
        "<RangeComponent>3</RangeComponent></RangeItem><RangeItem><RangeInterval><startComponent>1"
        "</startComponent><endComponent>2</endComponent></RangeInterval></RangeItem></rangeSubset>"
        "<parameters><compression>LZW</compression></parameters></Extension>");
    CHECK(request.coverages == std::vector<std::string>{"a"});
    CHECK(request.is_multipart);
    REQUIRE(request.subsets.size() == 1);
    CHECK(request.subsets[0].crs == "imageCRS");
    CHECK(request.subsets[0].high == 5);
    REQUIRE(request.scales.size() == 2);
    CHECK(request.scales[1].factor == 0.5);
    CHECK(request.subsetting_crs == "EPSG:1");
    CHECK(request.output_crs == "EPSG:2");
    CHECK(request.geotiff.front() == std::pair<std::string, std::string>{"compression", "LZW"});
    CHECK(bands_of(request) == "312AVERAGE");
}
