// SPDX-License-Identifier: MIT
#include "source/shapefile/qix.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

using namespace ms::source::shapefile;
using ms::geometry::Box;

constexpr std::uint32_t capital_count = 243;
// What MapServer 8.0.0 draws of capitals.shp in Box{0, 40, 20, 60}.
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

TEST_CASE("qix: a file of another kind is no index")
{
    CHECK_FALSE(read_qix_header(open_file(data_file("capitals.shp")), capital_count));
    CHECK_FALSE(read_qix_header(open_file(data_file("capitals.cpg")), capital_count));
}
