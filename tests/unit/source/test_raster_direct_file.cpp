// SPDX-License-Identifier: MIT
#include "source/raster/direct_file.hpp"

#include "image/fast_zlib.hpp"
#include "unit/source/stored_blocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

using namespace ms;
using namespace ms::source::raster;

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

constexpr ms::raster::Size block{16, 8};
constexpr ms::raster::Size size{40, 20}; // the last blocks are cut off
constexpr std::uint8_t by_gdal = 99;

/// Sample of a pixel.
std::uint8_t sample(int x, int y, int band)
{
    return static_cast<std::uint8_t>(x + 7 * y + 50 * band);
}

/// Blocks of three bands.
struct File : StoredBlocks {
    File() : StoredBlocks("raster_direct_", 3, 3, encoded) {}

    static Bytes encoded(int column, int row)
    {
        Bytes samples;
        for (int i = 0; i < block.width * block.height; ++i) {
            int const x = column * block.width + i % block.width;
            int const y = row * block.height + i / block.width;
            samples.insert(samples.end(), {sample(x, y, 0), sample(x, y, 1), sample(x, y, 2)});
        }
        Bytes stream(image::fast_zlib_bound(samples.size()));
        stream.resize(image::fast_zlib(samples, stream));
        return stream;
    }
};

/// GDAL's samples are others. Counts the blocks that are looked for.
class FakeFile final : public FakeRasterFile {
public:
    FakeFile(std::vector<ms::raster::StoredPlace> places, std::atomic<int>& decoded)
        : FakeRasterFile(size, block, std::move(places)), m_decoded(decoded)
    {}
    using FakeRasterFile::read;
    [[nodiscard]] bool read(ms::ogr::RasterRead const&, std::span<std::uint8_t> out) override
    {
        std::ranges::fill(out, by_gdal);
        return true;
    }
    [[nodiscard]] std::optional<ms::raster::StoredPlace> stored_place(std::size_t level, int column,
                                                                      int row) const override
    {
        ++m_decoded;
        return FakeRasterFile::stored_place(level, column, row);
    }

private:
    std::atomic<int>& m_decoded;
};

/// Whether a window has the samples of the file.
bool is_read(ms::ogr::RasterFile& file, ms::raster::Window const& window,
             std::vector<int> const& bands)
{
    Bytes out(window.pixels() * bands.size());
    if (!file.read({.level = 0, .window = window, .bands = bands}, out)) {
        return false;
    }
    std::size_t i = 0;
    for (int const band : bands) {
        for (int y = window.y; y < window.y + window.height; ++y) {
            for (int x = window.x; x < window.x + window.width; ++x) {
                if (out[i++] != sample(x, y, band - 1)) {
                    return false;
                }
            }
        }
    }
    return true;
}

void settle()
{
    std::this_thread::sleep_for(std::chrono::milliseconds{1100});
}

/// Descriptors of this process that lead to the file.
long handles_of(fs::path const& path)
{
    std::error_code gone; // of the descriptor that lists them
    return std::ranges::count_if(
        fs::directory_iterator{"/proc/self/fd"},
        [&](fs::directory_entry const& entry) { return fs::read_symlink(entry, gone) == path; });
}

} // namespace

TEST_CASE("direct files: any window and order of bands is what the file has")
{
    File const stored;
    std::atomic<int> decoded = 0;
    BlockCache cache{1U << 20U};
    auto const file = open_direct(
        stored.path.string(),
        [&](std::string const&) { return std::make_unique<FakeFile>(stored.places, decoded); },
        cache);
    for (std::vector<int> const& bands :
         {std::vector{1, 2, 3}, std::vector{3, 1}, std::vector{2}}) {
        for (int left = 0; left < size.width; left += 5) {
            for (int top = 0; top < size.height; top += 3) {
                CHECK(is_read(*file, {left, top, size.width - left, size.height - top}, bands));
                CHECK(is_read(*file, {left, top, 1, 1}, bands));
            }
        }
    }
    CHECK(decoded == 9);
}

TEST_CASE("direct files: one that rests has no handle of its own, and is read again")
{
    File const stored;
    std::atomic<int> decoded = 0;
    BlockCache cache{1}; // nothing fits: every read decodes
    auto const file = open_direct(
        stored.path.string(),
        [&](std::string const&) { return std::make_unique<FakeFile>(stored.places, decoded); },
        cache);
    for (int times = 0; times < 2; ++times) {
        CHECK(is_read(*file, {0, 0, size.width, size.height}, {1, 2, 3}));
        CHECK(handles_of(stored.path) == 1);
        file->rest();
        CHECK(handles_of(stored.path) == 0);
    }
}

TEST_CASE("direct files: several of them decode a block once")
{
    File const stored;
    std::atomic<int> decoded = 0;
    BlockCache cache{1U << 20U};
    settle();
    auto const open = [&] {
        return open_direct(
            stored.path.string(),
            [&](std::string const&) { return std::make_unique<FakeFile>(stored.places, decoded); },
            cache);
    };
    auto const one = open();
    auto const other = open();
    std::vector const bands{1, 2, 3};
    CHECK(is_read(*one, {0, 0, 16, 3}, bands));
    CHECK(is_read(*other, {3, 1, 5, 7}, bands));
    CHECK(decoded == 1);
    CHECK(cache.usage().blocks == 1);
    CHECK(cache.usage().bytes >= 16 * 8 * 3);
    auto const bytes = cache.usage().bytes;
    CHECK(is_read(*one, {32, 16, 8, 4}, bands)); // of the last block, four rows exist
    CHECK(cache.usage().blocks == 2);
    CHECK(cache.usage().bytes < 2 * bytes);
}

TEST_CASE("direct files: a young file may have another content when it is opened again")
{
    File const stored;
    std::atomic<int> decoded = 0;
    BlockCache cache{1U << 20U};
    std::vector const bands{1, 2, 3};
    for (int opening = 1; opening <= 2; ++opening) {
        auto const file = open_direct(
            stored.path.string(),
            [&](std::string const&) { return std::make_unique<FakeFile>(stored.places, decoded); },
            cache);
        CHECK(is_read(*file, {0, 0, 16, 8}, bands));
        CHECK(is_read(*file, {0, 0, 16, 8}, bands));
        CHECK(decoded == opening);
        CHECK(cache.usage().blocks == 1);
    }
    CHECK(cache.usage().blocks == 0); // nobody would look for them again
}

TEST_CASE("direct files: threads share the cache, which drops blocks beyond its bound")
{
    File const stored;
    std::atomic<int> decoded = 0;
    constexpr std::size_t max_bytes = 2500; // of nine blocks with 384
    BlockCache cache{max_bytes};
    settle();
    std::atomic<bool> is_right = true;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            auto const file = open_direct(
                stored.path.string(),
                [&](std::string const&) {
                    return std::make_unique<FakeFile>(stored.places, decoded);
                },
                cache);
            for (int round = 0; round < 50; ++round) {
                is_right = is_right && is_read(*file, {0, 0, size.width, size.height}, {1, 2, 3}) &&
                           cache.usage().bytes <= max_bytes;
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(is_right);
    CHECK(cache.usage().blocks > 0);
}

TEST_CASE("direct files: GDAL reads what is damaged, missing or not here")
{
    File const stored;
    std::atomic<int> decoded = 0;
    BlockCache cache{1U << 20U};
    auto const first_of = [&](std::vector<ms::raster::StoredPlace> const& places) {
        auto const file = open_direct(
            stored.path.string(),
            [&](std::string const&) { return std::make_unique<FakeFile>(places, decoded); }, cache);
        Bytes out(1);
        std::vector const bands{1};
        CHECK(file->read({.level = 0, .window = {0, 0, 1, 1}, .bands = bands}, out));
        return out[0];
    };
    CHECK(first_of(stored.places) == sample(0, 0, 0));
    auto places = stored.places;
    places[0] = {}; // of a sparse file
    CHECK(first_of(places) == by_gdal);
    places[0] = {stored.places[0].offset + 1, stored.places[0].size};
    CHECK(first_of(places) == by_gdal);
    places[0] = {std::uint64_t{1} << 40U, 100};
    CHECK(first_of(places) == by_gdal);
    places[0] = {0, std::uint64_t{1} << 40U};
    CHECK(first_of(places) == by_gdal);
}

TEST_CASE("direct files: one that is replaced while it is opened is left to GDAL")
{
    File const stored;
    std::atomic<int> decoded = 0;
    BlockCache cache{1U << 20U};
    auto const file = open_direct(
        stored.path.string(),
        [&](std::string const& path) {
            std::ofstream{path + ".new"} << "another";
            fs::rename(path + ".new", path);
            return std::make_unique<FakeFile>(stored.places, decoded);
        },
        cache);
    Bytes out(1);
    std::vector const bands{1};
    CHECK(file->read({.level = 0, .window = {0, 0, 1, 1}, .bands = bands}, out));
    CHECK(out[0] == by_gdal);
}

TEST_CASE("direct files: reading stops between rows of blocks")
{
    File const stored;
    std::atomic<int> decoded = 0;
    BlockCache cache{1U << 20U};
    auto const file = open_direct(
        stored.path.string(),
        [&](std::string const&) { return std::make_unique<FakeFile>(stored.places, decoded); },
        cache);
    int asked = 0;
    ms::ogr::GoOn const go_on = [&] { return ++asked < 3; };
    Bytes out(static_cast<std::size_t>(size.width) * 20);
    std::vector const bands{1};
    CHECK(!file->read(
        {.level = 0, .window = {0, 0, size.width, size.height}, .bands = bands, .go_on = &go_on},
        out));
    CHECK(decoded == 6);
}
