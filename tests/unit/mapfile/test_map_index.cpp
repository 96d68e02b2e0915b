// SPDX-License-Identifier: MIT
#include "mapfile/map_index.hpp"

#include "map_of.hpp"

#include <algorithm>

using namespace ms;
using test::map_of;

namespace {

constexpr char const* indexed_map = R"map(MAP
  SYMBOL NAME "Dot" TYPE ELLIPSE POINTS 1 1 END END
  SYMBOL NAME "dot" TYPE VECTOR POINTS 1 1 END END
  LAYER NAME "Roads" GROUP "traffic" TYPE LINE STATUS ON MAXSCALEDENOM 5000 CLASS MINSCALEDENOM 100 END END
  LAYER NAME "rails" GROUP "TRAFFIC" TYPE LINE STATUS DEFAULT CLASS STYLE MAXSCALEDENOM 5000 END END END
  LAYER NAME "lakes" TYPE POLYGON STATUS OFF METADATA "wms_layer_group" "/water" END
    CLASS VALIDATION "kind" "." END END END
END)map";

std::vector<std::size_t> numbers_named(mapfile::MapIndex const& index, std::string_view name)
{
    auto const found = index.layers_named(name);
    return {found.begin(), found.end()};
}

} // namespace

TEST_CASE("map index: layers by name and group in any case, and by their metadata")
{
    auto const map = map_of(indexed_map);
    auto const index = map->index.of(*map);
    REQUIRE(index);
    using Numbers = std::vector<std::size_t>;
    CHECK(numbers_named(*index, "ROADS") == Numbers{0});
    CHECK(numbers_named(*index, "Traffic") == Numbers{0, 1});
    CHECK(numbers_named(*index, "water").empty());
    CHECK(index->grouped_by_metadata == Numbers{2});
    CHECK(index->always_drawn == Numbers{1});
    CHECK(index->validated == Numbers{2});
    CHECK(index->scale_limits == std::vector<double>{100, 5000});
    CHECK(map->find_symbol("DOT") == 1); // the first of the two
    CHECK(map->find_symbol("") == -1);
    CHECK(map->find_symbol("cross") == -1);
}

TEST_CASE("map index: a copy has none, nor has a map with added layers or symbols")
{
    auto copy = *map_of(indexed_map);
    CHECK_FALSE(copy.index.of(copy));
    CHECK(copy.find_symbol("DOT") == 1);
    mapfile::freeze(copy);
    CHECK(copy.index.of(copy));
    copy.symbols.push_back({.name = "cross"});
    CHECK_FALSE(copy.index.of(copy));
    CHECK(copy.find_symbol("Cross") == static_cast<int>(copy.symbols.size()) - 1);
    mapfile::freeze(copy);
    copy.layers.push_back(copy.layers.front());
    CHECK_FALSE(copy.index.of(copy));
    CHECK(numbers_named(*mapfile::index_of(copy), "roads") == std::vector<std::size_t>{0, 3});
}
