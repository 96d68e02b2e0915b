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
