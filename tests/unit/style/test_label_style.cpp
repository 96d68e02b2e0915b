// SPDX-License-Identifier: MIT
#include "style/label_style.hpp"

#include <doctest/doctest.h>

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
