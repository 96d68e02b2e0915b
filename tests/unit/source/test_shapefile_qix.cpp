// SPDX-License-Identifier: MIT
#include "source/shapefile/qix.hpp"

#include "source/shapefile/qix_writer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace {

using namespace ms::source::shapefile;
using ms::geometry::Box;

constexpr std::uint32_t capital_count = 243;
// The shapes of capitals.shp that MapServer 8.0.0 draws in Box{0, 40, 20, 60}.
std::vector<std::uint32_t> const in_box{0,   1,   2,   4,   10,  13,  18,  19,  20,
                                        22,  26,  95,  118, 130, 146, 152, 160, 167,
                                        170, 186, 187, 192, 197, 212, 226, 235};
constexpr Box europe{0, 40, 20, 60};

std::filesystem::path data_file(std::string const& name)
{
    return std::filesystem::path{MS_SOURCE_DIR} / "tests/data/shapefile" / name;
}

File open_file(std::filesystem::path const& path)
{
    auto file = File::open(path);
    REQUIRE(file);
    return *std::move(file);
}

std::vector<std::uint32_t> search(std::string const& name)
{
    auto const file = open_file(data_file(name));
    auto const header = read_qix_header(file, capital_count);
    REQUIRE(header);
    auto found = search_qix(file, *header, europe);
    REQUIRE(found);
    return *found;
}

} // namespace

TEST_CASE("qix: a search finds all that meet the box and few others")
{
    auto const found = search("capitals.qix");
    CHECK(std::ranges::includes(found, in_box));
    CHECK(std::ranges::is_sorted(found));
    CHECK(found.size() < 60);
}

TEST_CASE("qix: all formats that shptree writes are read")
{
    for (auto const* const name :
         {"qix/capitals_nm.qix", "qix/capitals_l.qix", "qix/capitals_m.qix"}) {
        CAPTURE(name);
        CHECK(std::ranges::includes(search(name), in_box));
    }
}

TEST_CASE("qix: the box of everything finds everything")
{
    auto const file = open_file(data_file("capitals.qix"));
    auto const header = read_qix_header(file, capital_count);
    REQUIRE(header);
    auto const found = search_qix(file, *header, {-180, -90, 180, 90});
    REQUIRE(found);
    CHECK(found->size() == capital_count);
}

TEST_CASE("qix: an index of another number of shapes is out of date")
{
    auto const file = open_file(data_file("capitals.qix"));
    CHECK_FALSE(read_qix_header(file, capital_count + 1));
    auto const old = open_file(data_file("qix/capitals_l.qix"));
    CHECK_FALSE(read_qix_header(old, capital_count + 1));
}

TEST_CASE("qix: a file of another kind is refused")
{
    CHECK_FALSE(read_qix_header(open_file(data_file("capitals.shp")), capital_count));
    CHECK_FALSE(read_qix_header(open_file(data_file("capitals.cpg")), capital_count));
}

TEST_CASE("qix: an index of our own is read back, in every format")
{
    // A grid of 1 x 1 boxes; the boxes that intersect the query are known by hand.
    std::vector<std::optional<Box>> boxes;
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 20; ++x) {
            boxes.emplace_back(Box{1.0 * x, 1.0 * y, x + 0.9, y + 0.9});
        }
    }
    boxes.emplace_back(std::nullopt);
    auto const path = std::filesystem::temp_directory_path() / "test_shapefile_qix.qix";

    for (auto const format :
         {QixFormat{ByteOrder::Little, true}, QixFormat{ByteOrder::Big, true},
          QixFormat{ByteOrder::Little, false}, QixFormat{ByteOrder::Big, false}}) {
        auto const content = encode_qix(boxes, default_qix_depth(boxes.size()), format);
        std::ofstream{path, std::ios::binary}.write(reinterpret_cast<char const*>(content.data()),
                                                    static_cast<std::streamsize>(content.size()));
        auto const file = open_file(path);
        auto const header = read_qix_header(file, 401);
        REQUIRE(header);
        auto const found = search_qix(file, *header, {3.5, 7.5, 4.5, 7.6});
        REQUIRE(found);
        CHECK(std::ranges::includes(*found, std::vector<std::uint32_t>{143, 144}));
        CHECK(found->size() < 100);
        CHECK(search_qix(file, *header, {0, 0, 20, 20})->size() == 400);
    }
    std::filesystem::remove(path);
}

TEST_CASE("qix: a file that lists more shapes than there are is not believed")
{
    // The shape of each node again in the next: four nodes of one shape each, of one shape in all.
    std::vector<std::optional<Box>> const one{Box{0, 0, 1, 1}};
    auto content = encode_qix(one, 1, {ByteOrder::Little, true});
    std::vector<std::byte> const node{content.begin() + 16, content.end()};
    auto const path = std::filesystem::temp_directory_path() / "test_shapefile_qix_liar.qix";
    auto const is_believed = [&] {
        std::ofstream{path, std::ios::binary}.write(reinterpret_cast<char const*>(content.data()),
                                                    static_cast<std::streamsize>(content.size()));
        auto const file = open_file(path);
        return search_qix(file, *read_qix_header(file, 1), {0, 0, 1, 1}).has_value();
    };
    CHECK(is_believed());
    for (int i = 0; i < 3; ++i) {
        content.insert(content.end(), node.begin(), node.end());
    }
    CHECK_FALSE(is_believed());
    std::filesystem::remove(path);
}

TEST_CASE("qix: the depth is MapServer's")
{
    // As shptree reports it for files of so many shapes.
    CHECK(default_qix_depth(3) == 0);
    CHECK(default_qix_depth(243) == 6);
    CHECK(default_qix_depth(500) == 7);
}

TEST_CASE("qix: an empty set and a single point can be indexed")
{
    for (std::vector<std::optional<Box>> const& boxes :
         {std::vector<std::optional<Box>>{}, {std::nullopt}, {Box{3, 3, 3, 3}}}) {
        CHECK(encode_qix(boxes, 5, {}).size() == 16 + 44 + (boxes.empty() || !boxes[0] ? 0U : 4U));
    }
}
