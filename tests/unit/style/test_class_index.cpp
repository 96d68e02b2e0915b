// SPDX-License-Identifier: MIT
#include "style/class_index.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace ms;
constexpr auto none = style::ClassIndex::no_class;

mapfile::Class class_of(std::string condition, bool is_fallback = false)
{
    mapfile::Class made{.is_fallback = is_fallback};
    if (!condition.empty()) {
        made.expression = {.kind = mapfile::ExpressionKind::Logical, .text = std::move(condition)};
    }
    return made;
}

/// Rows with a = 1, 2 ... 4.
std::vector<std::vector<std::int32_t>> rounds_of(std::vector<mapfile::Class> classes,
                                                 std::vector<std::string> processing)
{
    mapfile::Layer layer;
    layer.classes = std::move(classes);
    layer.processing = std::move(processing);
    style::ClassSelection const selection{layer, "", 1000};
    std::array<std::string, 1> const columns{"a"};
    feature::FeatureBatch batch;
    batch.reset(1);
    for (auto const* const value : {"1", "2", "3", "4"}) {
        batch.geometry.end_feature(geometry::Kind::None);
        batch.attributes[0].append(value);
    }
    std::vector<std::vector<std::int32_t>> rounds;
    style::ClassIndex{selection, columns}.classify(batch, rounds);
    return rounds;
}

} // namespace

TEST_CASE("class index: the first class that takes a feature draws it alone")
{
    auto const rounds = rounds_of({class_of("([a] > 1)"), class_of("([a] > 2)")}, {});
    CHECK(rounds == std::vector<std::vector<std::int32_t>>{{none, 0, 0, 0}});
}

TEST_CASE("class index: with ALL_MATCHING_CLASSES every class draws, in their order")
{
    auto const rounds = rounds_of({class_of("([a] > 1)"), class_of("([a] > 2)"), class_of("")},
                                  {"RENDERMODE=ALL_MATCHING_CLASSES"});
    CHECK(rounds == std::vector<std::vector<std::int32_t>>{
                        {2, 0, 0, 0}, {none, 2, 1, 1}, {none, none, 2, 2}});
}

TEST_CASE("class index: fallback classes all draw features without another class")
{
    auto const rounds =
        rounds_of({class_of("", true), class_of("([a] > 2)"), class_of("([a] > 1)", true)},
                  {"RENDERMODE=ALL_MATCHING_CLASSES"});
    CHECK(rounds == std::vector<std::vector<std::int32_t>>{{0, 0, 1, 1}, {none, 2, none, none}});
}

// SE 1.1 (OGC 05-077r4) 10.1.3: an ElseFilter is for what no other rule of its FeatureTypeStyle
// selects.
TEST_CASE("class index: a fallback is for what no class of its own set draws")
{
    auto classes = std::vector{class_of("([a] > 2)"), class_of("", true), class_of("([a] > 3)"),
                               class_of("", true)};
    classes[2].rule_set = classes[3].rule_set = 1;
    auto const rounds = rounds_of(std::move(classes), {"RENDERMODE=ALL_MATCHING_CLASSES"});
    CHECK(rounds == std::vector<std::vector<std::int32_t>>{{1, 1, 0, 0}, {3, 3, 3, 2}});
}

TEST_CASE("class index: what a FILTER has tested is not tested again")
{
    auto filtered = class_of("([a] > 2)");
    filtered.is_filtered = true;
    CHECK(rounds_of({filtered}, {}) == std::vector<std::vector<std::int32_t>>{{0, 0, 0, 0}});
}

// MapServer 8.0.0 draws so (tests/differential/drawings.py); in results of queries it does not.
TEST_CASE("class index: a class that is off passes its features on, but not to a fallback")
{
    mapfile::Layer layer;
    layer.classes = {class_of("([a] > 2)"), class_of("([a] > 3)"), class_of("", true)};
    layer.classes[0].status = false;
    style::ClassSelection selection{layer, "", 1000};
    std::array<std::string, 1> const columns{"a"};
    feature::FeatureBatch batch;
    batch.reset(1);
    for (auto const* const value : {"1", "3", "4"}) {
        batch.geometry.end_feature(geometry::Kind::None);
        batch.attributes[0].append(value);
    }
    std::vector<std::int32_t> classes;
    style::ClassIndex{selection, columns}.classify(batch, classes);
    CHECK(classes == std::vector<std::int32_t>{2, 0, 0});
    selection.pass_on_what_is_off(layer);
    style::ClassIndex{selection, columns}.classify(batch, classes);
    CHECK(classes == std::vector<std::int32_t>{2, none, 1});
}

TEST_CASE("class index: an unknown RENDERMODE is an error")
{
    CHECK_THROWS_AS(rounds_of({class_of("")}, {"RENDERMODE=SOME"}), Error);
}

// Observed with MapServer 8.0.0, where a FILTER in SQL compares with the whole day.
TEST_CASE("class index: a time is compared with the first moment of a day")
{
    mapfile::Layer layer;
    layer.classes = {class_of("(`[t]` = `2020-03-04`)"), class_of("(`[t]` > `2020-03-04`)")};
    style::ClassSelection const selection{layer, "", 1000};
    std::array<std::string, 1> const columns{"t"};
    feature::FeatureBatch batch;
    batch.reset(1);
    for (auto const* const value : {"2020-03-04", "2020-03-04T10:00:00", "2020-03-03"}) {
        batch.geometry.end_feature(geometry::Kind::None);
        batch.attributes[0].append(value);
    }
    std::vector<std::int32_t> classes;
    style::ClassIndex{selection, columns}.classify(batch, classes);
    CHECK(classes == std::vector<std::int32_t>{0, 1, none});
}
