// SPDX-License-Identifier: MIT
// Expected: edges of LABELPOLY areas that MapServer 8.0.0 drew for "Ag" in DejaVu Sans, SIZE 20
// (35.61 x 25.29 px) with the anchor at (100, 99), less the pixel it adds on every side.
#include "label/position.hpp"

#include <doctest/doctest.h>

using namespace ms;
using label::Position;

namespace {

constexpr label::Extent text{.width = 36, .height = 26, .line_count = 1};

geometry::Point place(Position position, geometry::Point offset = {},
                      geometry::Point clearance = {})
{
    return label::corner_of(position, text, offset, clearance);
}

} // namespace

TEST_CASE("positions: corners touch the anchor, middles have two pixels of distance")
{
    CHECK(place(Position::UL) == geometry::Point{-36, -26});
    CHECK(place(Position::UC) == geometry::Point{-18, -28});
    CHECK(place(Position::UR) == geometry::Point{0, -26});
    CHECK(place(Position::CL) == geometry::Point{-38, -13});
    CHECK(place(Position::CC) == geometry::Point{-18, -13});
    CHECK(place(Position::CR) == geometry::Point{2, -13});
    CHECK(place(Position::LL) == geometry::Point{-36, 0});
    CHECK(place(Position::LC) == geometry::Point{-18, 2});
    CHECK(place(Position::LR) == geometry::Point{0, 0});
}

TEST_CASE("positions: OFFSET goes away from the anchor, for CC to the lower right")
{
    geometry::Point const offset{5, 7};
    CHECK(place(Position::UL, offset) == geometry::Point{-41, -33});
    CHECK(place(Position::UC, offset) == geometry::Point{-18, -35}); // x is not heeded
    CHECK(place(Position::LR, offset) == geometry::Point{5, 7});
    CHECK(place(Position::CC, offset) == geometry::Point{-13, -6});
}

TEST_CASE("positions: OFFSET moves a line beside its anchor down only, by its lower edge")
{
    CHECK(place(Position::CL, {5, 7}) == geometry::Point{-43, -19});
    CHECK(place(Position::CR, {-5, -7}) == geometry::Point{-3, -13});
    CHECK(label::corner_of(Position::CR, {.width = 36, .height = 52, .line_count = 2}, {0, 7},
                           {}) == geometry::Point{2, -26});
}

TEST_CASE("positions: a marker pushes the text by half its size, rounded, less a pixel")
{
    for (auto const& [size, shift] :
         {std::pair{5.0, 2.0}, {6.0, 2.0}, {7.0, 3.0}, {11.0, 5.0}, {20.0, 9.0}, {30.0, 14.0}}) {
        CAPTURE(size);
        label::Clearance clearance{geometry::Point{size, size}};
        CHECK(place(Position::LR, {}, clearance.value()) == geometry::Point{shift, shift});
    }
    CHECK(place(Position::CC, {}, {9, 9}) == place(Position::CC));
}
