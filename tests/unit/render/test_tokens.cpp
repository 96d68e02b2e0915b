// SPDX-License-Identifier: MIT
// %name% in layers that others read: members of unions, points of interpolated rasters.
#include "drawing.hpp"
#include "render/query/pick.hpp"

#include <string>

using namespace ms;

namespace {

/// The middle of an image of 21 pixels, in whose left half is point 1 and in whose middle point 2.
image::Color middle(std::string const& drawn, std::string const& number)
{
    test::Process const process;
    auto const map = test::load(
        "MAP SIZE 21 21 EXTENT 0 0 20 20 UNITS METERS WEB VALIDATION 'n' '^[0-9]$' END END SYMBOL "
        "NAME 'dot' TYPE ELLIPSE FILLED TRUE POINTS 1 1 END END " +
        drawn +
        " LAYER NAME 'points' TYPE POINT STATUS OFF PROCESSING 'ITEMS=n' FILTER ('[n]' = '%n%') "
        "FEATURE POINTS 2 10 END ITEMS '1' END FEATURE POINTS 10 10 END ITEMS '2' END CLASS STYLE "
        "COLOR 0 0 0 END END END END");
    render::Overrides overrides;
    overrides.substitutions.set("n", number);
    auto const plan = render::make_plan(map, render::make_viewport(*map, {}), overrides,
                                        render::find_output_format(*map, "png"));
    return test::pixel(render::run(plan, process.services).bitmap, 10, 10);
}

} // namespace

TEST_CASE("tokens are replaced in the members of unions")
{
    std::string const drawn = "LAYER NAME 'all' TYPE POINT STATUS ON CONNECTIONTYPE UNION "
                              "CONNECTION 'points' CLASS STYLE SYMBOL 'dot' SIZE 5 COLOR 255 0 0 "
                              "END END END";
    image::Color const red{255, 0, 0, 255};
    CHECK(middle(drawn, "2") == red);
    CHECK_FALSE(middle(drawn, "1") == red);
}

TEST_CASE("tokens are replaced in the layer whose points are interpolated")
{
    std::string const drawn =
        "LAYER NAME 'heat' TYPE RASTER STATUS ON CONNECTIONTYPE KERNELDENSITY CONNECTION 'points' "
        "PROCESSING 'KERNELDENSITY_RADIUS=4' CLASS STYLE COLORRANGE 255 255 255 255 0 0 DATARANGE "
        "0 255 END END END";
    CHECK(middle(drawn, "2").green < 50);
    CHECK(middle(drawn, "1").green > 200);
}

TEST_CASE("scale tokens are replaced in the members of unions")
{
    std::string const drawn = "LAYER NAME 'all' TYPE POINT STATUS ON CONNECTIONTYPE UNION "
                              "CONNECTION 'scaled' CLASS STYLE SYMBOL 'dot' SIZE 5 COLOR 255 0 0 "
                              "END END END LAYER NAME 'scaled' TYPE POINT STATUS OFF PROCESSING "
                              "'ITEMS=n' FILTERITEM 'n' FILTER '%which%' SCALETOKEN NAME '%which%' "
                              "VALUES '0' '2' '1000000' '1' END END FEATURE POINTS 10 10 END ITEMS "
                              "'2' END END";
    CHECK(middle(drawn, "1") == image::Color{255, 0, 0, 255});
}

// As MapServer 8.0.0: an EXPRESSION that does not parse is met by no feature; the map is drawn.
TEST_CASE("a token without a value, or with one that breaks the EXPRESSION, leaves the class out")
{
    std::string const drawn =
        "LAYER NAME 'all' TYPE POINT STATUS ON PROCESSING 'ITEMS=n' FEATURE POINTS 10 10 END ITEMS "
        "'2' END CLASS VALIDATION 'n' '^[0-9]$' 'x' '^.$' END EXPRESSION ([n] = %n% %x%)\n STYLE "
        "SYMBOL 'dot' SIZE 5 COLOR 255 0 0 END END CLASS STYLE SYMBOL 'dot' SIZE 5 COLOR 0 0 255 "
        "END END END";
    CHECK(middle(drawn, "2") == image::Color{0, 0, 255, 255});
}

// Query modes and GetFeatureInfo.
TEST_CASE("tokens are replaced in the members of unions that are queried")
{
    test::Process const process;
    auto const map = test::load(
        "MAP SIZE 21 21 EXTENT 0 0 20 20 UNITS METERS WEB VALIDATION 'n' '^[0-9]$' END END LAYER "
        "NAME 'all' TYPE POINT STATUS ON TEMPLATE 'x' CONNECTIONTYPE UNION CONNECTION "
        "'points,scaled' END "
        "LAYER NAME 'points' TYPE POINT STATUS OFF PROCESSING 'ITEMS=n' FILTER ('[n]' = '%n%') "
        "FEATURE POINTS 2 10 END ITEMS '1' END FEATURE POINTS 10 10 END ITEMS '2' END END "
        "LAYER NAME 'scaled' TYPE POINT STATUS OFF PROCESSING 'ITEMS=n' FILTERITEM 'n' FILTER "
        "'%which%' SCALETOKEN NAME '%which%' VALUES '0' '2' '1000000' '1' END END FEATURE POINTS "
        "10 10 END ITEMS '2' END END END");
    render::PickRequest const request{.where = render::InBox{{0, 0, 20, 20}}};
    auto const found = [&](std::string const& number) {
        mapfile::StringMap values;
        values.set("n", number);
        return render::pick(*map, render::make_viewport(*map, {}),
                            {{.layer = 0, .class_group = {}, .filter = {}}}, request, values,
                            process.services)
            .size();
    };
    CHECK(found("2") == 2);
    CHECK(found("3") == 1);
}
