// SPDX-License-Identifier: MIT
#include "source/raster/jpeg_levels.hpp"

#include "image/bitmap.hpp"
#include "image/encoders.hpp"
#include "source/raster/direct_file.hpp"
#include "unit/source/stored_blocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace ms;
using namespace ms::source::raster;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr ms::raster::Size block{32, 32};
constexpr ms::raster::Size size{1037, 50}; // the last blocks are cut off
constexpr int columns = 33;
constexpr int rows = 2;
constexpr double tolerance = 4; // what JPEG changes of a slope

double light(double x, double y)
{
    return 40 + x / 8 + y;
}

/// A slope of grey light, in blocks of YCbCr JPEG.
struct File : StoredBlocks {
    File() : StoredBlocks("raster_jpeg_", columns, rows, encoded) {}

    static Bytes encoded(int column, int row)
    {
        image::Bitmap bitmap{block.width, block.height};
        auto* to = bitmap.pixels().data();
        for (int y = 0; y < block.height; ++y) {
            for (int x = 0; x < block.width; ++x) {
                to = std::fill_n(to, 3,
                                 static_cast<std::uint8_t>(
                                     light(column * block.width + x, row * block.height + y)));
                *to++ = 255;
            }
        }
        return image::encode_jpeg(bitmap.view(), {.quality = 95});
    }
};

/// GDAL reads the slope in the second band only.
class FakeFile final : public FakeRasterFile {
public:
    explicit FakeFile(std::vector<ms::raster::StoredPlace> places)
        : FakeRasterFile(size, block, std::move(places))
    {
        compression = ms::raster::BlockCompression::Jpeg;
    }
    using FakeRasterFile::read;
    [[nodiscard]] bool read(ms::ogr::RasterRead const& what, std::span<std::uint8_t> out) override
    {
        auto* to = out.data();
        for (int const band : what.bands) {
            for (int y = what.window.y; y < what.window.y + what.window.height; ++y) {
                for (int x = what.window.x; x < what.window.x + what.window.width; ++x) {
                    *to++ = band == 2 ? static_cast<std::uint8_t>(light(x, y)) : 0;
                }
            }
        }
        return what.go_on == nullptr || (*what.go_on)();
    }
};

std::unique_ptr<ms::ogr::RasterFile> opened(File const& stored, BlockCache& cache)
{
    return open_direct(
        stored.path.string(),
        [&](std::string const&) { return std::make_unique<FakeFile>(stored.places); }, cache);
}

/// Largest difference of a level to the slope. \param band of the file
template <typename Sample>
double deviation(ms::ogr::RasterFile& file, std::size_t level, int band)
{
    auto const [width, height] = file.header().levels[level];
    ms::raster::Window const window{0, 0, width, height};
    std::vector const bands{band};
    std::vector<Sample> out(window.pixels());
    REQUIRE(file.read({.level = level, .window = window, .bands = bands}, out));
    double const scale = std::exp2(level);
    double most = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            auto const right = std::min((x + 1) * scale, double{size.width});
            auto const bottom = std::min((y + 1) * scale, double{size.height});
            double const at_x = (x * scale + right - 1) / 2;
            double const at_y = (y * scale + bottom - 1) / 2;
            auto const got = static_cast<double>(
                out[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                    static_cast<std::size_t>(x)]);
            bool const is_cut = right < (x + 1) * scale || bottom < (y + 1) * scale;
            // libjpeg makes means with what is beyond the file.
            most = std::max(most, is_cut ? 0 : std::abs(got - light(at_x, at_y)));
        }
    }
    return most;
}

} // namespace

TEST_CASE("JPEG levels: blocks are decoded smaller, with and without a cache")
{
    File const stored;
    for (std::size_t const max_bytes : {std::size_t{0}, std::size_t{1} << 20U}) {
        BlockCache cache{max_bytes};
        auto const file = opened(stored, cache);
        auto const& header = file->header();
        REQUIRE(header.levels.size() == 4);
        CHECK(header.stored_levels() == 1);
        CHECK(header.levels[1].width == 519);
        CHECK(header.levels[3].width == 130);
        CHECK(header.levels[3].height == 7);
        CHECK(header.blocks[3].width == 4);
        for (std::size_t level = 1; level < 4; ++level) {
            CHECK(deviation<std::uint8_t>(*file, level, 1) < tolerance); // not by GDAL
            CHECK(deviation<double>(*file, level, 3) < tolerance);
        }
    }
}

TEST_CASE("JPEG levels: of blocks that cannot be decoded, GDAL's pixels are averaged")
{
    File stored;
    for (auto& place : stored.places) {
        place.size /= 2;
    }
    stored.places[1] = {}; // of a sparse file
    BlockCache cache{1U << 20U};
    auto const file = opened(stored, cache);
    for (std::size_t level = 1; level < 4; ++level) {
        CHECK(deviation<std::uint8_t>(*file, level, 2) < 1);
    }
}

TEST_CASE("JPEG levels: all of their pixels are drawn, and reading them stops")
{
    File const stored;
    auto const file = with_jpeg_levels(std::make_unique<FakeFile>(stored.places));
    ms::raster::Window const window{0, 0, 130, 7};
    Bytes mask(window.pixels());
    CHECK(file->read_mask({.level = 3, .window = window}, mask));
    CHECK(mask == Bytes(window.pixels(), 255));
    ms::ogr::GoOn const stop = [] { return false; };
    std::vector const bands{2};
    CHECK(!file->read({.level = 3, .window = window, .bands = bands, .go_on = &stop}, mask));
}

TEST_CASE("JPEG levels: others are as they are")
{
    auto const levels_of = [](auto const& change) {
        auto file = std::make_unique<FakeFile>(std::vector<ms::raster::StoredPlace>{});
        change(*file);
        return with_jpeg_levels(std::move(file))->header().levels.size();
    };
    CHECK(levels_of([](FakeFile&) {}) == 4);
    CHECK(levels_of([](FakeFile& f) { f.header().levels[0].width = 1023; }) == 3);
    CHECK(levels_of([](FakeFile& f) { f.header().levels[0].width = 255; }) == 1);
    CHECK(levels_of([](FakeFile& f) { f.compression = ms::raster::BlockCompression::Deflate; }) ==
          1);
    CHECK(levels_of([](FakeFile& f) { f.header().has_mask = true; }) == 1);
    CHECK(levels_of([](FakeFile& f) { f.header().bands[2].no_data = 0; }) == 1);
    CHECK(levels_of([](FakeFile& f) { f.header().bands[2].is_alpha = true; }) == 1);
    CHECK(levels_of([](FakeFile& f) { f.header().blocks[0] = {1037, 12}; }) == 1);
    CHECK(levels_of([](FakeFile& f) { f.header().blocks[0] = {1037, 16}; }) == 4);
    CHECK(levels_of([](FakeFile& f) {
              f.header().levels.push_back({519, 25});
              f.header().blocks.push_back(block);
          }) == 2);
}
