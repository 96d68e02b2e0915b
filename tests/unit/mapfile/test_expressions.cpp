// SPDX-License-Identifier: MIT
#include "mapfile/expressions.hpp"

#include "base/error.hpp"
#include "base/thread_counts.hpp"
#include "expr/node.hpp"
#include "map_of.hpp"
#include "mapfile/condition.hpp"

#include <array>

using namespace ms;
using mapfile::ExpressionKind;
using test::map_of;

namespace {

constexpr char const* roads_map = R"map(MAP
  LAYER NAME "roads" TYPE LINE STATUS ON LABELITEM "name" CLASSITEM "kind"
    FILTER ('[kind]' = 'a')
    REQUIRES (![other])
    CLASS EXPRESSION /^prim/
      TEXT "[name] ([kind])"
      STYLE SIZE ([width] * 2)
      END
      LABEL EXPRESSION {a,b}
        SIZE ([width] + 1)
        PRIORITY ([rank])
      END
    END
    CLASS EXPRESSION "b"
      STYLE GEOMTRANSFORM (buffer([shape],2))
      END
    END
    CLASS EXPRESSION ([broken)
    END
  END
END)map";

/// The number of expressions that are parsed meanwhile.
template <typename Work>
std::uint64_t parsed_by(Work const& work)
{
    auto const before = thread_counts().expressions_parsed;
    work();
    return thread_counts().expressions_parsed - before;
}

/// Looks up all expressions of the roads.
void look_up_all(mapfile::Map const& map)
{
    auto const& layer = map.layers.front();
    auto const& known = map.expressions;
    auto const& first = layer.classes[0];
    CHECK(known.condition(layer.filter, layer.filter_item).attributes().front() == "kind");
    CHECK(known.logical(layer.requires_expression).attributes().front() == "other");
    CHECK(known.condition(first.expression, layer.class_item).attributes().front() == "kind");
    CHECK(known.text(first.text).attributes().size() == 2);
    CHECK(known.logical(first.styles[0].size.expression).attributes().front() == "width");
    CHECK(known.condition(first.labels[0].expression, layer.label_item).attributes().front() ==
          "name");
    CHECK(known.logical(first.labels[0].size.expression).attributes().front() == "width");
    CHECK(known.logical(first.labels[0].priority.expression).attributes().front() == "rank");
    CHECK(known.condition(layer.classes[1].expression, layer.class_item).attributes().size() == 1);
    CHECK(known.logical(layer.classes[1].styles[0].geom_transform).uses_shape());
}

} // namespace

TEST_CASE("expressions: those of a map are parsed when it is loaded, and never again")
{
    auto const map = map_of(roads_map);
    CHECK(map->expressions.size() == 10);
    CHECK(parsed_by([&] { look_up_all(*map); }) == 0);
}

TEST_CASE("expressions: a copy of a map shares them, a map that is put together parses them")
{
    auto copy = *map_of(roads_map);
    CHECK(parsed_by([&] { look_up_all(copy); }) == 0);
    copy.expressions = {};
    CHECK(parsed_by([&] { look_up_all(copy); }) == 10);
    CHECK(parsed_by([&] { mapfile::freeze(copy, map_of(roads_map)->expressions); }) >
          0); // of map_of()
    auto const known = copy.expressions;
    CHECK(parsed_by([&] { mapfile::freeze(copy, known); }) ==
          1); // the one that is broken, once more
}

TEST_CASE("expressions: the same words mean another thing with another item, case or form")
{
    auto const map = map_of(roads_map);
    auto condition = map->layers.front().classes[1].expression;
    CHECK(parsed_by([&] { (void)map->expressions.condition(condition, "kind"); }) == 0);
    CHECK(map->expressions.condition(condition, "name").attributes().front() == "name");
    condition.ignore_case = true;
    CHECK(parsed_by([&] { (void)map->expressions.condition(condition, "kind"); }) == 1);
    condition.ignore_case = false;
    condition.kind = ExpressionKind::Regex;
    CHECK(parsed_by([&] { (void)map->expressions.condition(condition, "kind"); }) == 1);
}

// Each as MapServer 8.0.0, which draws every feature.
TEST_CASE("expressions: a condition without text does not count, an empty TEXT is a text")
{
    for (auto const* const empty : {"\"\"", "''", "{}", "()"}) {
        CAPTURE(empty);
        auto const map = map_of("MAP LAYER TYPE POINT FILTERITEM 'a' FILTER " + std::string{empty} +
                                "\nCLASS EXPRESSION " + empty + "\nLABEL EXPRESSION " + empty +
                                "\nTEXT '' END END END END");
        auto const& layer = map->layers.front();
        CHECK_FALSE(layer.filter.is_set());
        CHECK_FALSE(layer.classes.front().expression.is_set());
        CHECK_FALSE(layer.classes.front().labels.front().expression.is_set());
        CHECK(layer.classes.front().labels.front().text.is_set());
    }
    ms::mapfile::Expression const emptied{.kind = ms::mapfile::ExpressionKind::String, .text = ""};
    CHECK(ms::mapfile::condition_of(emptied, "").is_always_true());
}

TEST_CASE("expressions: invalid ones are errors on each use")
{
    auto const map = map_of(roads_map);
    auto const& broken = map->layers.front().classes[2].expression;
    for (int i = 0; i < 2; ++i) {
        CHECK_THROWS_AS((void)map->expressions.condition(broken, "kind"), Error);
    }
}

TEST_CASE("expressions: a changed layer adds its new ones")
{
    auto const map = map_of(roads_map);
    auto layer = map->layers.front();
    std::array<mapfile::Layer const*, 1> const layers{&layer};
    layer.classes.pop_back(); // the broken one
    CHECK(parsed_by([&] { CHECK(map->expressions.with(layers).size() == 10); }) == 0);
    layer.filter.text = "('[kind]' = 'of the request')";
    mapfile::Expressions both;
    CHECK(parsed_by([&] { both = map->expressions.with(layers); }) == 1);
    CHECK(parsed_by([&] {
              (void)both.condition(layer.filter, "");
              (void)both.condition(map->layers.front().filter, "");
          }) == 0);
}

TEST_CASE("layers: copies are counted, and moving is not a copy")
{
    auto const map = map_of(roads_map);
    auto const before = thread_counts().layers_copied;
    auto copy = map->layers.front();
    auto moved = std::move(copy);
    CHECK(moved == map->layers.front());
    CHECK(thread_counts().layers_copied - before == 1);
}
