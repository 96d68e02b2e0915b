// SPDX-License-Identifier: MIT
#include "style/label_style.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace ms;

// Measured with MapServer 8.0.0 at RESOLUTION 72 to 150 and with SYMBOLSCALEDENOM.
TEST_CASE("label style: scaled OFFSET and BUFFER are cut off to whole pixels, MINDISTANCE is not")
{
    mapfile::Label label;
    label.buffer = 5;
    label.min_distance = 5;
    style::LabelValues values;
    values.offset_x = 20;
    values.offset_y = -5;
    constexpr double factor = 96.0 / 72;
    auto const text = style::make_label_text(label, values, {}, {factor, factor});
    CHECK(text.offset == geometry::Point{26, -6});
    CHECK(text.buffer == 6);
    CHECK(text.min_distance == doctest::Approx(5 * factor));
}

// Seen with MapServer 8.0.0.
TEST_CASE("label style: a text keeps off the first symbol of its LABEL, not off the largest")
{
    mapfile::Map map;
    mapfile::Symbol symbol;
    symbol.name = "circle";
    symbol.type = mapfile::SymbolType::Ellipse;
    symbol.points = {{1, 1}};
    map.symbols = {{}, symbol}; // the first is the built-in one
    mapfile::Label label;
    for (double const size : {4.0, 20.0}) {
        mapfile::Style style;
        style.symbol.value.name = "circle";
        style.size.value = size;
        style.color.value = image::Color{0, 0, 0, 255};
        label.styles.push_back(style);
    }
    style::SymbolArt art{map};
    auto const look = style::make_label_look(art, label, style::constant_values(label), {}, {});
    CHECK(look.symbols.size() == 2);
    CHECK(look.anchor_size.y == doctest::Approx(4));
}

TEST_CASE("label style: POSITION [attribute] has nine values, and no other places a text beside "
          "its anchor")
{
    mapfile::Label label;
    label.position.attribute = "where";
    std::array<std::string, 1> const columns{"where"};
    style::LabelBinding binding{label, columns};
    feature::FeatureBatch batch;
    batch.reset(1);
    for (std::string_view const value : {"UR", "auto", "xx", ""}) {
        batch.attributes[0].append(value);
    }
    CHECK(binding.values(batch, 0).position == mapfile::Placement::UR);
    for (std::size_t row = 0; row < 4; ++row) {
        auto const text = style::make_label_text(label, binding.values(batch, row), {}, {});
        CHECK(text.placing == (row == 0 ? label::Placing::Beside : label::Placing::OnBox));
    }
}
