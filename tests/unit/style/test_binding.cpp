// SPDX-License-Identifier: MIT
#include "style/binding.hpp"

#include "style/label_binding.hpp"

#include <doctest/doctest.h>

using namespace ms;

namespace {

std::vector<std::string> const columns{"n"};

feature::FeatureBatch batch_of(std::string_view number)
{
    feature::FeatureBatch batch;
    batch.reset(columns.size());
    batch.attributes[0].append(number);
    return batch;
}

} // namespace

// An SLD may have them anywhere; MapServer 8.0.0 draws them so.
TEST_CASE("style bindings: every number of a style may be an expression of attributes")
{
    mapfile::Style style;
    style.opacity.expression = "([n] * 10)";
    style.size.expression = "([n] + 5)";
    style.width.expression = "([n] / 2)";
    style.outline_width.expression = "([n] - 1)";
    style.angle.expression = "(0 - [n])";
    style.offset_x.expression = "([n] * 2)";
    style.offset_y.expression = "([n] * [n])";
    std::vector<std::string> fields;
    style::collect_fields(style, fields);
    CHECK(fields == columns);
    CHECK(style::has_bindings(style));

    style::StyleBinding binding{style, columns};
    CHECK_FALSE(binding.is_constant());
    auto const values = binding.values(batch_of("3"), 0);
    CHECK(values.opacity == 30);
    CHECK(values.size == 8);
    CHECK(values.width == 1.5);
    CHECK(values.outline_width == 2);
    CHECK(values.angle == -3);
    CHECK(values.offset_x == 6);
    CHECK(values.offset_y == 9);
}

TEST_CASE("style bindings: an expression that cannot be computed leaves the style's own number")
{
    mapfile::Style style;
    style.width = {.value = 4, .expression = "(8 / [n])"};
    style::StyleBinding binding{style, columns};
    CHECK(binding.values(batch_of("0"), 0).width == 4);
    CHECK(binding.values(batch_of("4"), 0).width == 2);
}

TEST_CASE("label bindings: size, angle, offsets and priority may be expressions of attributes")
{
    mapfile::Label label;
    label.size.expression = "([n] + 5)";
    label.angle.expression = "([n] * 2)";
    label.offset_x.expression = "([n] / 2)";
    label.offset_y.expression = "(0 - [n])";
    label.priority.expression = "([n] + 1)";
    std::vector<std::string> fields;
    style::collect_fields(label, fields);
    CHECK(fields == columns);

    style::LabelBinding binding{label, columns};
    CHECK_FALSE(binding.is_constant());
    auto const values = binding.values(batch_of("7"), 0);
    CHECK(values.size == 12);
    CHECK(values.angle == 14);
    CHECK(values.offset_x == 4); // whole pixels
    CHECK(values.offset_y == -7);
    CHECK(values.priority == 8);
}

// As MapServer 8.0.0 draws them.
TEST_CASE("bindings: the number counts that an attribute begins with")
{
    mapfile::Style style;
    style.size.attribute = style.width.attribute = style.angle.attribute = "n";
    style.opacity.attribute = style.offset_x.attribute = "n";
    style.width.value = 3;
    style::StyleBinding binding{style, columns};
    mapfile::Label label;
    label.size.attribute = label.offset_x.attribute = label.shadow_size_x.attribute = "n";
    label.offset_x.value = 3;
    style::LabelBinding label_binding{label, columns};
    for (auto const& [text, number] : {std::pair{"12 px", 12.0},
                                       {"6,5", 6.0},
                                       {"50%", 50.0},
                                       {"abc", 0.0},
                                       {" 8", 8.0},
                                       {"inf", 0.0}}) {
        CAPTURE(text);
        auto const values = binding.values(batch_of(text), 0);
        CHECK(values.size == number);
        CHECK(values.width == number);
        CHECK(values.angle == number);
        CHECK(values.opacity == number);
        CHECK(values.offset_x == number);
        auto const of_label = label_binding.values(batch_of(text), 0);
        CHECK(of_label.size == number);
        CHECK(of_label.offset_x == number);
        CHECK(of_label.shadow_x == number);
    }
}

TEST_CASE("bindings: an empty attribute leaves the default, a size 1")
{
    mapfile::Style style;
    style.size.attribute = style.width.attribute = "n";
    style.width.value = 3;
    auto const values = style::StyleBinding{style, columns}.values(batch_of(""), 0);
    CHECK(values.size == 1);
    CHECK(values.width == 3);
    mapfile::Label label;
    label.size.attribute = label.offset_x.attribute = "n";
    label.offset_x.value = 3;
    auto const of_label = style::LabelBinding{label, columns}.values(batch_of(""), 0);
    CHECK(of_label.size == 1);
    CHECK(of_label.offset_x == 3);
}
