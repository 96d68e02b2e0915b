// SPDX-License-Identifier: MIT
#include "render/query/class_hits.hpp"
#include "unit/render/drawing.hpp"

#include "base/error.hpp"

using namespace ms;

namespace {

/// Classes distinguished by their item: 100 x 100 units, of which a view shows a part.
std::string map_of(std::string const& type, std::string const& wkt, std::string const& more = {})
{
    return "MAP SIZE 100 100 EXTENT 0 0 100 100 IMAGETYPE png"
           " LAYER NAME a TYPE " +
           type + " STATUS ON PROCESSING \"ITEMS=kind\" CLASSITEM \"kind\" " + more +
           " FEATURE WKT \"" + wkt +
           "\" ITEMS \"here\" END"
           " CLASS EXPRESSION \"here\" STYLE COLOR 1 2 3 END END"
           " CLASS EXPRESSION \"elsewhere\" STYLE COLOR 1 2 3 END END END END";
}

render::ClassHits hits(std::shared_ptr<mapfile::Map const> const& map, geometry::Box const& box)
{
    test::Process const process;
    render::ViewportRequest view;
    view.extent = box;
    render::LayerChoice const choice{.layer = 0, .class_group = {}, .filter = {}};
    return render::find_class_hits(*map, render::make_viewport(*map, view), {choice}, {},
                                   process.services);
}

bool is_hit(std::string const& map, geometry::Box const& box)
{
    auto const found = hits(test::load(map), box);
    CHECK_FALSE(found.contains(0, 1)); // no feature has the other class
    return found.contains(0, 0);
}

} // namespace

TEST_CASE("class hits: points count if they are in the view")
{
    auto const map = map_of("POINT", "POINT(10 10)");
    CHECK(is_hit(map, {0, 0, 20, 20}));
    CHECK_FALSE(is_hit(map, {50, 50, 70, 70}));
}

// As mode=maplegend of MapServer 8.0.0 shows them.
TEST_CASE("class hits: all classes of a chart count")
{
    auto const map = test::load(map_of("CHART", "POINT(10 10)"));
    auto const found = hits(map, {0, 0, 20, 20});
    CHECK(found.contains(0, 0));
    CHECK(found.contains(0, 1));
}

TEST_CASE("class hits: a class with STATUS OFF keeps its features and does not count")
{
    auto const map = test::load(
        "MAP SIZE 100 100 EXTENT 0 0 100 100 IMAGETYPE png"
        " LAYER NAME a TYPE POINT STATUS ON FEATURE POINTS 10 10 END END"
        " CLASS STATUS OFF STYLE COLOR 1 2 3 END END CLASS STYLE COLOR 1 2 3 END END END END");
    auto const found = hits(map, {0, 0, 20, 20});
    CHECK_FALSE(found.contains(0, 0));
    CHECK_FALSE(found.contains(0, 1));
}

TEST_CASE("class hits: a symbol that reaches into the view does not count")
{
    // 2 units from the view, with a symbol of 50 pixels at 1 unit a pixel.
    std::string map = "MAP SIZE 20 20 EXTENT 0 0 100 100 IMAGETYPE png"
                      " SYMBOL NAME dot TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END"
                      " LAYER NAME a TYPE POINT STATUS ON"
                      " FEATURE WKT \"POINT(48 60)\" END"
                      " CLASS STYLE SYMBOL dot SIZE 50 COLOR 1 2 3 END END"
                      " CLASS STYLE COLOR 1 2 3 END END END END";
    CHECK_FALSE(is_hit(map, {50, 50, 70, 70}));
    CHECK(is_hit(map, {40, 50, 70, 80}));
}

TEST_CASE("class hits: shapes count, not the boxes around them")
{
    // The view is inside the bounds of the line, and in the empty corner of the L.
    auto const line = map_of("LINE", "LINESTRING(0 0, 0 100, 100 100)");
    CHECK_FALSE(is_hit(line, {50, 10, 90, 50}));
    CHECK(is_hit(line, {50, 80, 70, 101}));
    auto const area = map_of("POLYGON", "POLYGON((0 0, 0 100, 100 100, 100 90, 10 90, 10 0, 0 0))");
    CHECK_FALSE(is_hit(area, {50, 10, 90, 50}));
    CHECK(is_hit(area, {2, 10, 6, 14})); // wholly inside: no edge is in the view
}

TEST_CASE("class hits: a view in the hole of a polygon does not hit it")
{
    auto const ring = map_of("POLYGON", "POLYGON((0 0, 0 100, 100 100, 100 0, 0 0),"
                                        "(10 10, 90 10, 90 90, 10 90, 10 10))");
    CHECK_FALSE(is_hit(ring, {40, 40, 60, 60}));
    CHECK(is_hit(ring, {40, 40, 95, 95}));
}

TEST_CASE("class hits: layers that are out of scale have no hits")
{
    auto const map = map_of("POINT", "POINT(10 10)", "MAXSCALEDENOM 1");
    CHECK_FALSE(is_hit(map, {0, 0, 20, 20}));
}

TEST_CASE("class hits: only the chosen class group counts")
{
    auto const map = test::load("MAP SIZE 100 100 EXTENT 0 0 100 100 IMAGETYPE png"
                                " LAYER NAME a TYPE POINT STATUS ON CLASSGROUP \"day\""
                                " FEATURE WKT \"POINT(10 10)\" END"
                                " CLASS GROUP \"day\" STYLE COLOR 1 2 3 END END"
                                " CLASS GROUP \"night\" STYLE COLOR 1 2 3 END END END END");
    test::Process const process;
    render::ViewportRequest view;
    view.extent = {0, 0, 20, 20};
    auto const viewport = render::make_viewport(*map, view);
    auto const found_by_day = render::find_class_hits(
        *map, viewport, {{.layer = 0, .class_group = {}, .filter = {}}}, {}, process.services);
    CHECK(found_by_day.contains(0, 0));
    CHECK_FALSE(found_by_day.contains(0, 1));
    auto const found_by_night = render::find_class_hits(
        *map, viewport, {{.layer = 0, .class_group = "night", .filter = {}}}, {}, process.services);
    CHECK_FALSE(found_by_night.contains(0, 0));
    CHECK(found_by_night.contains(0, 1));
}

TEST_CASE("class hits: a request past its deadline stops")
{
    auto const map = test::load(map_of("POINT", "POINT(10 10)"));
    test::Process process;
    process.deadline.cancel();
    render::LayerChoice const choice{.layer = 0, .class_group = {}, .filter = {}};
    CHECK_THROWS_AS((void)render::find_class_hits(*map, render::make_viewport(*map, {}), {choice},
                                                  {}, process.services),
                    Error);
}
