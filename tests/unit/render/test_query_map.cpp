// SPDX-License-Identifier: MIT
// The colours expected are those of MapServer 8.0.0's drawQuery() on the same mapfiles.
#include "render/plan/query_map.hpp"
#include "render/query/pick.hpp"

#include "unit/render/drawing.hpp"

#include <doctest/doctest.h>

using namespace ms;

namespace {

constexpr image::Color white{255, 255, 255};
constexpr image::Color red{255, 0, 0};
constexpr image::Color blue{0, 0, 255};
constexpr image::Color yellow{255, 255, 0};

/// Two squares around (15, 45) and (40, 20); the query finds the second.
class QueriedMap {
public:
    QueriedMap(std::string const& query_map, std::string const& type, std::string const& styles,
               std::string const& more_layers = {})
    {
        auto const map = test::load(
            "MAP SIZE 60 60 EXTENT 0 0 59 59 IMAGETYPE png24 QUERYMAP STATUS ON " + query_map +
            " END SYMBOL NAME \"c\" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END"
            " LAYER NAME \"a\" TEMPLATE \"x\" STATUS DEFAULT TYPE " +
            type +
            " FEATURE POINTS 5 5 25 5 25 25 5 25 5 5 END END"
            " FEATURE POINTS 30 30 50 30 50 50 30 50 30 30 END END CLASS " +
            styles + " END END " + more_layers + " END");
        auto const view = render::make_viewport(*map, {});
        render::Overrides overrides;
        overrides.results = std::make_shared<render::Selection const>(
            render::pick(*map, view, render::chosen_layers(*map, {}),
                         {.where = render::InBox{{28, 28, 55, 55}}}, {}, m_process.services));
        REQUIRE(overrides.results->size() == 1);
        auto const plan =
            render::make_plan(map, view, overrides, render::find_output_format(*map, ""));
        m_image = render::run(plan, m_process.services).bitmap;
        explained = render::explain(plan, m_process.services);
    }

    [[nodiscard]] image::Color at(int x, int y) const { return test::pixel(m_image, x, y); }
    std::string explained;

private:
    test::Process m_process;
    image::Bitmap m_image;
};

constexpr char const* fill_and_outline =
    "STYLE COLOR 255 0 0 END STYLE OUTLINECOLOR 0 0 255 WIDTH 5 END";

} // namespace

TEST_CASE("query map: NORMAL draws the map as ever")
{
    QueriedMap const map{"STYLE NORMAL", "POLYGON", fill_and_outline};
    CHECK(map.at(15, 44) == red);
    CHECK(map.at(40, 19) == red);
    CHECK(map.at(30, 19) == blue);
}

TEST_CASE("query map: HILITE fills found features with COLOR, over the map")
{
    QueriedMap const map{"STYLE HILITE", "POLYGON", fill_and_outline};
    CHECK(map.at(15, 44) == red);
    CHECK(map.at(40, 19) == yellow); // the default COLOR
    CHECK(map.at(30, 19) == blue);   // the first style alone changes
    CHECK(map.explained.find("results of a query: 1 features") != std::string::npos);
}

TEST_CASE("query map: of lines and points the last style changes")
{
    QueriedMap const map{"COLOR 0 0 255", "LINE",
                         "STYLE COLOR 255 0 0 WIDTH 9 END STYLE COLOR 255 255 0 WIDTH 3 END"};
    CHECK(map.at(5, 44) == yellow);
    CHECK(map.at(30, 19) == blue);
    CHECK(map.at(33, 19) == red);
}

TEST_CASE("query map: the outline changes colour if there is nothing else")
{
    QueriedMap const map{"STYLE HILITE", "POLYGON", "STYLE OUTLINECOLOR 255 0 0 WIDTH 5 END"};
    CHECK(map.at(5, 44) == red);
    CHECK(map.at(30, 19) == yellow);
    CHECK(map.at(40, 19) == white);
}

TEST_CASE("query map: SELECTED leaves out other features, and layers without results stay")
{
    QueriedMap const map{
        "STYLE SELECTED", "POLYGON", fill_and_outline,
        "LAYER NAME \"b\" STATUS DEFAULT TYPE POLYGON FEATURE POINTS 0 30 10 30 10 50 0 50 0 30"
        " END END CLASS STYLE COLOR 0 0 0 END END END"};
    CHECK(map.at(15, 44) == white);
    CHECK(map.at(40, 19) == red);
    CHECK(map.at(5, 19) == image::Color{0, 0, 0});
}

TEST_CASE("query map: SIZE is that of the image")
{
    auto const map = mapfile::load_text("MAP SIZE 60 60 QUERYMAP SIZE 30 20 END END", "/", {}).map;
    REQUIRE(map);
    auto const request = render::view_of_query_map(*map, {});
    REQUIRE(request.size);
    CHECK(request.size->width == 30);
    CHECK(request.size->height == 20);
    auto const plain = mapfile::load_text("MAP SIZE 60 60 END", "/", {}).map;
    CHECK_FALSE(render::view_of_query_map(*plain, {}).size);
}

TEST_CASE("query map: with its own size its pixels are square, except for MS_NONSQUARE")
{
    auto const aspect_of = [](char const* text) {
        auto const map = mapfile::load_text(text, "/", {}).map;
        REQUIRE(map);
        // As if neither the map nor the request has a size.
        return render::view_of_query_map(*map, {.aspect = render::PixelAspect::AsGiven}).aspect;
    };
    CHECK(aspect_of("MAP QUERYMAP SIZE 30 20 END END") == render::PixelAspect::Square);
    CHECK(aspect_of("MAP END") == render::PixelAspect::AsGiven);
    CHECK(aspect_of("MAP CONFIG 'MS_NONSQUARE' 'YES' QUERYMAP SIZE 30 20 END END") ==
          render::PixelAspect::Oblong);
}
