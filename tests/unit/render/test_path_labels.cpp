// SPDX-License-Identifier: MIT
// Labels that follow lines. What is drawn and what is not is MapServer 8.0.0's.
#include "drawing.hpp"

#include <algorithm>
#include <string>

using namespace ms;

namespace {

/// Whether "label" is set around a corner of 90 degrees with 20 pixels on either side.
bool is_set(std::string const& properties)
{
    auto const map =
        test::load("MAP SIZE 100 100 EXTENT 0 0 99 99 LAYER NAME \"l\" TYPE LINE STATUS DEFAULT\n"
                   "FEATURE WKT \"LINESTRING(40 60,60 60,60 40)\" END\n"
                   "CLASS TEXT \"label\" LABEL SIZE 10 COLOR 255 0 0 ANGLE FOLLOW " +
                   properties + " END END END END");
    auto const bitmap = test::draw(map, test::Process{}).bitmap;
    auto const& pixels = bitmap.view().pixels;
    return std::ranges::any_of(pixels, [](std::uint8_t part) { return part < 100; });
}

} // namespace

TEST_CASE("labels along lines: MAXOVERLAPANGLE holds for forced ones, too, and 0 is no limit")
{
    CHECK_FALSE(is_set(""));
    CHECK_FALSE(is_set("FORCE TRUE"));
    CHECK(is_set("MAXOVERLAPANGLE 0"));
    CHECK(is_set("FORCE TRUE MAXOVERLAPANGLE 0"));
    CHECK(is_set("FORCE TRUE MAXOVERLAPANGLE 60"));
}
