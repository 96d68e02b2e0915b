// SPDX-License-Identifier: MIT
#include "source/shapefile/shapefiles.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

using namespace ms;
using namespace ms::source::shapefile;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t room = std::size_t{64} << 20U;
ErrorContext const no_layer{"shapefiles", {}};

/// Copies of the example's countries, older than the clock resolution of file systems.
struct Copies {
    explicit Copies(int count)
    {
        auto const from = fs::path{MS_SOURCE_DIR} / "mapfile-examples/data/shape/countries";
        for (int i = 0; i < count; ++i) {
            for (auto const* const extension : {".shp", ".shx", ".dbf", ".cpg", ".qix"}) {
                fs::copy_file(from.string() + extension, stem(i).string() + extension);
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{1100});
    }

    [[nodiscard]] fs::path stem(int i) const { return folder.path() / std::to_string(i); }

    TemporaryFolder folder{fs::temp_directory_path()};
};

} // namespace

TEST_CASE("open shapefiles: one is shared until one of its files changes")
{
    Copies const copies{1};
    auto const stem = copies.stem(0);
    Shapefiles shapefiles;
    auto const first = shapefiles.open(stem, no_layer);
    CHECK(shapefiles.open(stem, no_layer) == first);
    CHECK(shapefiles.size() == 1);
    fs::remove(stem.string() + ".cpg");
    auto const second = shapefiles.open(stem, no_layer);
    CHECK(second != first);
    CHECK(first->encoding() == "UTF-8");
    CHECK(second->encoding().empty());
    CHECK(shapefiles.open(stem, no_layer) == second);
    fs::rename(stem.string() + ".qix", stem.string() + ".QIX");
    CHECK(shapefiles.open(stem, no_layer)->has_index());
    fs::remove(stem.string() + ".QIX");
    CHECK_FALSE(shapefiles.open(stem, no_layer)->has_index());
    fs::remove(stem.string() + ".dbf");
    CHECK_THROWS_AS((void)shapefiles.open(stem, no_layer), Error);
}

TEST_CASE("open shapefiles: a file that has just been written may change without a sign")
{
    Copies const copies{1};
    auto const stem = copies.stem(0);
    Shapefiles shapefiles;
    (void)shapefiles.open(stem, no_layer);
    std::ofstream{stem.string() + ".cpg"} << "ISO-8859-1";
    auto const fresh = shapefiles.open(stem, no_layer);
    CHECK(fresh->encoding() != "UTF-8");
    CHECK(shapefiles.size() == 0);
    CHECK(shapefiles.open(stem, no_layer) != fresh);
}

TEST_CASE("open shapefiles: the least recently used ones are closed beyond the bound")
{
    Copies const copies{4};
    Shapefiles shapefiles{{3, room}};
    auto const first = shapefiles.open(copies.stem(0), no_layer);
    auto const second = shapefiles.open(copies.stem(1), no_layer);
    (void)shapefiles.open(copies.stem(2), no_layer);
    CHECK(shapefiles.open(copies.stem(0), no_layer) == first);
    (void)shapefiles.open(copies.stem(3), no_layer);
    CHECK(shapefiles.size() == 3);
    CHECK(shapefiles.open(copies.stem(0), no_layer) == first);
    CHECK(shapefiles.open(copies.stem(1), no_layer) != second);
    CHECK(second->size() == first->size()); // one that is in use stays open
}

TEST_CASE("open shapefiles: what has not been used for a while is closed, and what is too large")
{
    Copies const copies{2};
    Shapefiles resting{{3, room, std::chrono::milliseconds{50}}};
    (void)resting.open(copies.stem(0), no_layer);
    std::this_thread::sleep_for(std::chrono::milliseconds{60});
    (void)resting.open(copies.stem(1), no_layer);
    CHECK(resting.size() == 1);
    Shapefiles small{{3, 100}};
    CHECK(small.open(copies.stem(0), no_layer)->size() > 0);
    CHECK(small.size() == 0);
}

TEST_CASE("open shapefiles: threads share them")
{
    Copies const copies{2};
    Shapefiles shapefiles{{1, room}};
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            for (int turn = 0; turn < 50; ++turn) {
                auto const dataset = shapefiles.open(copies.stem((i + turn) % 2), no_layer);
                CHECK(dataset->read_boxes().size() == dataset->size());
            }
        });
    }
    threads.clear();
    CHECK(shapefiles.size() == 1);
}
