// SPDX-License-Identifier: MIT
#include "ows/wms/layer_names.hpp"

#include "unit/ows/maps.hpp"

using namespace ms::ows;
using Indexes = std::vector<std::size_t>;

namespace {

/// "root(a b(c) d)"
std::string to_text(wms::LayerNode const& node)
{
    std::string text = node.name;
    if (!node.children.empty()) {
        text += '(';
        for (auto const& child : node.children) {
            text += (text.back() == '(' ? "" : " ") + to_text(child);
        }
        text += ')';
    }
    return text;
}

auto nested_map()
{
    return test::load(R"(
MAP
  NAME "m"
  WEB METADATA "ows_enable_request" "*" END END
  LAYER NAME "one" TYPE POINT METADATA "wms_layer_group" "/a/b" END END
  LAYER NAME "two" TYPE POINT END
  LAYER NAME "dup" TYPE POINT METADATA "wms_layer_group" "/a" END END
  LAYER NAME "dup" TYPE POINT GROUP "g" END
  LAYER NAME "three" TYPE POINT GROUP "g" END
END)");
}

} // namespace

TEST_CASE("layer names: a name is a layer, a group of any level or the root, in any case")
{
    auto const map = nested_map();
    auto const find = [&](std::string_view name) { return wms::find_layers(*map, name, "GetMap"); };
    CHECK(find("TWO") == Indexes{1});
    CHECK(find("a") == Indexes{0, 2});
    CHECK(find("b") == Indexes{0});
    CHECK(find("g") == Indexes{3, 4});
    CHECK(find("M") == Indexes{0, 1, 2, 3, 4});
    CHECK(find("nobody").empty());
    CHECK(find("").empty());
}

// MapServer 8.0.0 publishes two layers called "dup" as dup_01 and dup_02.
TEST_CASE("layer names: the same name twice is published with numbers, and found by them")
{
    auto const map = nested_map();
    CHECK(wms::published_names(*map) ==
          std::vector<std::string>{"one", "two", "dup_01", "dup_02", "three"});
    CHECK(wms::find_layers(*map, "dup_02", "GetMap") == Indexes{3});
    CHECK(wms::find_layers(*map, "dup", "GetMap") == Indexes{2, 3});
}

// MapServer 8.0.0: "The WMS_LAYER_GROUP metadata does not start with a '/'".
TEST_CASE("layer names: a wms_layer_group without a slash is ignored")
{
    auto const map = test::load(R"(
MAP
  NAME "m"
  WEB METADATA "ows_enable_request" "*" END END
  LAYER NAME "one" TYPE POINT METADATA "wms_layer_group" "a" END END
  LAYER NAME "two" TYPE POINT METADATA "wms_layer_group" "/a" END END
END)");
    CHECK(to_text(wms::layer_tree(*map)) == "m(one a(two))");
    CHECK(wms::find_layers(*map, "a", "GetMap") == Indexes{1});
}

// MapServer 8.0.0: "It is not allowed to set both the GROUP and WMS_LAYER_GROUP for a layer".
TEST_CASE("layer names: a GROUP outranks a wms_layer_group")
{
    auto const map = test::load(R"(
MAP
  NAME "m"
  WEB METADATA "ows_enable_request" "*" END END
  LAYER NAME "one" TYPE POINT GROUP "g" METADATA "wms_layer_group" "/a" END END
  LAYER NAME "two" TYPE POINT METADATA "wms_layer_group" "/a" END END
END)");
    CHECK(to_text(wms::layer_tree(*map)) == "m(g(one) a(two))");
    CHECK(wms::find_layers(*map, "a", "GetMap") == Indexes{1});
    CHECK(wms::find_layers(*map, "g", "GetMap") == Indexes{0});
}

TEST_CASE("layer names: a layer that is not enabled does not exist")
{
    auto const map = test::example_map();
    CHECK(wms::find_layers(*map, "secret", "GetMap").empty());
    CHECK(wms::find_layers(*map, "europe", "GetMap") == Indexes{0, 1, 2});
}

TEST_CASE("layer tree: groups nest and take the place of their first layer")
{
    CHECK(to_text(wms::layer_tree(*nested_map())) == "m(a(b(one) dup_01) two g(dup_02 three))");
    CHECK(to_text(wms::layer_tree(*test::example_map())) == "europe(poly lines(lineA lineB))");
}

TEST_CASE("layer names: wms_rootlayer_name renames the root, whose own name stays valid")
{
    auto const map = test::load(R"(
MAP NAME "m" WEB METADATA "wms_rootlayer_name" "all" "ows_enable_request" "*" END END
  LAYER NAME "x" TYPE POINT END
END)");
    CHECK(wms::find_layers(*map, "all", "GetMap") == Indexes{0});
    CHECK(wms::find_layers(*map, "m", "GetMap") == Indexes{0});
}
