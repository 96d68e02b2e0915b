// SPDX-License-Identifier: MIT
#include "render/core/feature_classes.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

std::string style_of_width(std::size_t width)
{
    return "STYLE WIDTH " + std::to_string(width) + " END";
}

} // namespace

TEST_CASE("feature classes: all features of one text share one class")
{
    mapfile::Map const map;
    render::FeatureClasses classes{map, {}};
    auto const first = classes.read("STYLE WIDTH 3 END LABEL TEXT 'a' END");
    CHECK(classes.read("STYLE WIDTH 3 END LABEL TEXT 'a' END") == first);
    REQUIRE(first->drawn.styles.size() == 1);
    CHECK(first->drawn.styles.front().width.value == 3);
    CHECK(first->drawn.labels.size() == 1);
}

TEST_CASE("feature classes: an invalid style is a class that draws nothing")
{
    mapfile::Map const map;
    render::FeatureClasses classes{map, {}};
    auto const own = classes.read("neither");
    REQUIRE(own != nullptr);
    CHECK(own->drawn.styles.empty());
    CHECK(own->drawn.labels.empty());
}

TEST_CASE("feature classes: a class lives as long as it is used, however many follow")
{
    mapfile::Map const map;
    render::FeatureClasses classes{map, {}};
    auto const first = classes.read(style_of_width(1));
    for (std::size_t i = 2; i <= 2 * render::max_feature_classes; ++i) {
        (void)classes.read(style_of_width(i));
    }
    CHECK(first->drawn.styles.front().width.value == 1);
    CHECK(classes.read(style_of_width(1)) != first); // read again: not all of them are cached
}

TEST_CASE("feature classes: a value is made from each class once, and keeps the class alive")
{
    mapfile::Map const map;
    render::FeatureClasses classes{map, {}};
    render::OfFeatureClasses<mapfile::Style const*> first_styles;
    int made = 0;
    auto const first_style = [&](render::FeatureClass const& own) {
        return first_styles.find(own, [&] {
            ++made;
            return &own->drawn.styles.front();
        });
    };
    auto own = classes.read(style_of_width(7));
    CHECK(first_style(own) == first_style(own));
    CHECK(made == 1);

    std::weak_ptr<style::FeatureStyle const> const seen = own;
    for (std::size_t i = 0; i < render::max_feature_classes; ++i) {
        (void)classes.read(style_of_width(100 + i)); // the text is forgotten
    }
    own.reset();
    REQUIRE_FALSE(seen.expired());
    CHECK(first_style(seen.lock())->width.value == 7);
    CHECK(made == 1);
}
