// SPDX-License-Identifier: MIT
#include "mapfile/load.hpp"
#include "render/query/pick.hpp"
#include "unit/render/drawing.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

/// The number of features, of three, that a click finds: at (20, 20), (22, 20) and (60, 20) of a
/// map whose units are pixels and whose y grows upwards.
std::size_t found(std::string const& identify, geometry::Point click, bool only_nearest = false)
{
    auto const loaded = mapfile::load_text(
        "MAP SIZE 100 40 EXTENT 0 0 99 39"
        " SYMBOL NAME \"square\" TYPE VECTOR POINTS 0 0 0 1 1 1 1 0 0 0 END FILLED TRUE END"
        " SYMBOL NAME \"frame\" TYPE VECTOR POINTS 0 0 0 1 1 1 1 0 0 0 END END"
        " LAYER NAME \"a\" TEMPLATE \"x\" TYPE POINT " +
            identify +
            " FEATURE POINTS 20 20 END END FEATURE POINTS 22 20 END END FEATURE POINTS 60 20 END"
            " END CLASSGROUP \"large\""
            " CLASS GROUP \"large\" STYLE SYMBOL \"square\" SIZE 20 COLOR 0 0 0 END END"
            " CLASS GROUP \"frame\" STYLE SYMBOL \"frame\" SIZE 20 WIDTH 1 COLOR 0 0 0 END END"
            " END END",
        "/", {});
    REQUIRE(loaded.map);
    auto const view = render::make_viewport(*loaded.map, {});
    test::Process process;
    render::PickRequest const requested{
        .where = render::AtPoint{.point = click, .only_nearest = only_nearest}};
    return render::pick(*loaded.map, view, {{.layer = 0, .class_group = {}, .filter = {}}},
                        requested, {}, process.services)
        .size();
}

} // namespace

TEST_CASE("identify: without it a point is hit within three pixels of its place")
{
    CHECK(found("", {23, 20}) == 2);
    CHECK(found("", {27, 20}) == 0);
}

TEST_CASE("identify: TOLERANCE goes before the layer's")
{
    CHECK(found("TOLERANCE 30 IDENTIFY TOLERANCE 4 END", {27, 20}) == 0);
    CHECK(found("TOLERANCE 1 IDENTIFY TOLERANCE 9 END", {27, 20}) == 2);
    CHECK(found("IDENTIFY TOLERANCE 9 TOLERANCEUNITS PIXELS END", {27, 20}) == 2);
}

TEST_CASE("identify: CLASSAUTO finds features with a symbol under the click")
{
    // The squares reach ten pixels to each side: from 10 to 30, from 12 to 32, from 50 to 70.
    auto const identify = "IDENTIFY TOLERANCE 0 CLASSAUTO END";
    CHECK(found(identify, {27, 20}) == 2);
    CHECK(found(identify, {31, 20}) == 1);
    CHECK(found(identify, {34, 20}) == 0);
    CHECK(found(identify, {31, 28}) == 1);
    CHECK(found(identify, {31, 33}) == 0);
    CHECK(found(identify, {67, 13}) == 1);
}

TEST_CASE("identify: TOLERANCE is added around symbols")
{
    CHECK(found("IDENTIFY TOLERANCE 6 CLASSAUTO END", {37, 20}) == 1);
    CHECK(found("IDENTIFY TOLERANCE 3 CLASSAUTO END", {37, 20}) == 0);
}

TEST_CASE("identify: CLASSGROUP finds by the symbols of its group, through whose holes one clicks")
{
    auto const identify = "IDENTIFY TOLERANCE 1 CLASSGROUP \"frame\" END";
    CHECK(found(identify, {60, 20}) == 0);
    CHECK(found(identify, {70, 20}) == 1);
    CHECK(found(identify, {60, 30}) == 1);
}

TEST_CASE("identify: of overlapping symbols the nearest place may be requested")
{
    CHECK(found("IDENTIFY CLASSAUTO END", {27, 20}, true) == 1);
}
