// SPDX-License-Identifier: MIT
#include "ows/template/legend.hpp"

#include "unit/ows/maps.hpp"

#include <fmt/format.h>

using namespace ms;
using namespace ms::ows;

// Expected are the results of MapServer 8.0.0 (mode=browse, [legend] in WEB TEMPLATE) for the same
// map and template.
namespace {

auto const some_map = R"map(
MAP
  NAME "scene" SIZE 200 100 EXTENT 0 0 20 10 UNITS METERS
  WEB METADATA "web_title" "T & W" "ows_title" "web" END END
  LEGEND STATUS ON KEYSIZE 18 12 END
  LAYER NAME "fields" GROUP "land" TYPE POLYGON STATUS ON TEMPLATE "x" MINSCALEDENOM 1 MAXSCALEDENOM 100000000
    METADATA "ows_title" "Fie<lds" "place" "3" END
    FEATURE POINTS 1 1 9 1 9 9 1 9 1 1 END END
    CLASS NAME "Wood" TITLE "The wood" EXPRESSION "wood" STYLE COLOR 0 90 0 END END
    CLASS NAME "Re<st" MINSCALEDENOM 5 MAXSCALEDENOM 77.5 STYLE COLOR 200 200 0 END END
    CLASS STYLE COLOR 1 1 1 END END
  END
  LAYER NAME "dots" TYPE POINT STATUS DEFAULT GROUP "other" METADATA "place" "1" END
    FEATURE POINTS 5 5 END TEXT "five" END
    CLASS NAME "d" STYLE SIZE 5 COLOR 255 0 0 END END
  END
  LAYER NAME "hidden" TYPE LINE STATUS OFF GROUP "land" METADATA "place" "-1" END
    CLASS NAME "h1" STYLE COLOR 0 0 0 WIDTH 1 END END
    CLASS NAME "h2" STATUS OFF STYLE COLOR 0 0 0 WIDTH 1 END END
  END
  LAYER NAME "far" TYPE LINE STATUS ON MAXSCALEDENOM 1
    CLASS NAME "f1" STYLE COLOR 0 0 0 WIDTH 1 END END
  END
  LAYER NAME "q" TYPE QUERY STATUS ON METADATA "place" "1" END
    CLASS NAME "q1" STYLE COLOR 0 0 0 WIDTH 1 END END
  END
  LAYER NAME "noclass" TYPE LINE STATUS ON METADATA "place" "0" END END
END)map";

enum class On { All, FieldsOnly, DotsOnly };

std::string legend(std::string_view text, On on = On::All)
{
    using mapfile::Status;
    test::TestRequest const request{test::load(some_map), "mode=browse&foo=bar"};
    auto const call = request.call();
    auto const view = render::make_viewport(*call.map, {});
    render::Selection const nothing;
    tmpl::LegendTerms terms{.statuses =
                                std::vector<Status>(6, on == On::All ? Status::On : Status::Off),
                            .icon_address = [](tmpl::IconRequest const& icon) {
                                return fmt::format("{}/{}/{}x{}", icon.layer, icon.drawn_class,
                                                   icon.size.width, icon.size.height);
                            }};
    terms.statuses[0] = on == On::DotsOnly ? Status::Off : Status::On;
    terms.statuses[1] = Status::Default;
    return tmpl::legend(tmpl::parse(text), {.call = call, .view = view, .selection = nothing},
                        terms);
}

} // namespace

TEST_CASE("legend templates: the last layer comes first, those out of scale or only queryable are "
          "left out")
{
    CHECK(legend("[leg_layer_html]<[leg_layer_name]>[/leg_layer_html]") ==
          "<noclass><hidden><dots><fields>");
    CHECK(legend("[leg_class_html]<[leg_class_name]>[/leg_class_html]") ==
          "<h1><h2><d><Wood><Re<st>");
}

// mode=maplegend of MapServer 8.0.0 leaves out classes that no feature of the extent is in.
TEST_CASE("legend templates: with hits, layers and classes without features are left out")
{
    test::TestRequest const request{test::load(some_map), "mode=maplegend"};
    auto const call = request.call();
    auto const view = render::make_viewport(*call.map, {});
    render::ClassHits hits{*call.map};
    hits.add(0, 1);
    render::Selection const nothing;
    tmpl::LegendTerms terms{.statuses = std::vector<mapfile::Status>(6, mapfile::Status::On),
                            .icon_address = [](auto const&) { return std::string{}; },
                            .hits = &hits};
    auto const legend_of = [&](std::string_view text) {
        return tmpl::legend(tmpl::parse(text), {.call = call, .view = view, .selection = nothing},
                            terms);
    };
    CHECK(legend_of("[leg_class_html]<[leg_class_name]>[/leg_class_html]") == "<Re<st>");
    CHECK(legend_of("[leg_layer_html]<[leg_layer_name]>[/leg_layer_html]") == "<fields>");
}

TEST_CASE("legend templates: blocks are written in their order, and nothing around them")
{
    CHECK(
        legend(
            "x[leg_header_html]H[/"
            "leg_header_html]y[leg_layer_html]L[leg_layer_name],[leg_layer_group],[leg_layer_index]"
            ","
            "[leg_layer_minscale],[leg_layer_maxscale],[metadata name=ows_title];[/leg_layer_html]z"
            "[leg_class_html]C[leg_class_name],[leg_class_title],[leg_class_index],[leg_class_"
            "minscale],[leg_class_maxscale],"
            "[leg_layer_name],[metadata "
            "name=ows_title];[/leg_class_html]u[leg_footer_html]F[/leg_footer_html]v") ==
        "HLnoclass,,5,-1,-1,web;Lhidden,land,2,-1,-1,web;Ch1,,0,-1,-1,hidden,web;Ch2,,1,-1,-1,"
        "hidden,web;"
        "Ldots,other,1,-1,-1,web;Cd,,0,-1,-1,dots,web;Lfields,land,0,1,1e+08,Fie<lds;"
        "CWood,The wood,0,-1,-1,fields,Fie<lds;CRe<st,,1,5,77.5,fields,Fie<lds;F");
}

// As in MapServer 8.0.0.
TEST_CASE("legend templates: a group without opt_flag is shown though all its layers are off")
{
    auto const groups = [](std::string const& flag) {
        return legend("[leg_group_html" + flag + "]<[leg_group_name]>[/leg_group_html]",
                      On::DotsOnly);
    };
    CHECK(groups("") == "<land><other>");
    CHECK(groups(" opt_flag=1") == "<other>");
}

TEST_CASE("legend templates: groups have their layers, and layers without a group are left out")
{
    CHECK(legend("[leg_group_html]G[leg_group_name],[metadata name=ows_title],[if "
                 "name=layer_status value=1]ON[/if];[/leg_group_html]"
                 "[leg_layer_html]L[leg_layer_name];[/"
                 "leg_layer_html][leg_class_html]C[leg_class_name];[/leg_class_html]") ==
          "Gland,web,ON;Lhidden;Ch1;Ch2;Lfields;CWood;CRe<st;Gother,web,;Ldots;Cd;");
    CHECK(legend("[leg_group_html "
                 "opt_flag=0]G[leg_group_name];[/"
                 "leg_group_html][leg_layer_html]<[leg_layer_name]>[/leg_layer_html]",
                 On::FieldsOnly) == "Gland;<fields>Gother;<dots>");
}

TEST_CASE("legend templates: the last layer of a group represents it")
{
    CHECK(legend("[leg_group_html]<[leg_group_name] [metadata name=place] [if name=place oper=eq "
                 "value=-1]last[/if]>[/leg_group_html]") == "<land -1 last><other 1 >");
}

TEST_CASE(
    "legend templates: opt_flag includes layers out of scale (1), off (2) or only queryable (4)")
{
    auto const layers = [](int flag, On on = On::All) {
        return legend(
            fmt::format("[leg_layer_html opt_flag={}]<[leg_layer_name]>[/leg_layer_html]", flag),
            on);
    };
    CHECK(layers(0) == "<noclass><hidden><dots><fields>");
    CHECK(layers(1) == "<noclass><far><hidden><dots><fields>");
    CHECK(layers(2, On::FieldsOnly) == "<noclass><hidden><dots><fields>");
    CHECK(layers(4) == "<noclass><q><hidden><dots><fields>");
    CHECK(layers(13) == "<noclass><q><far><hidden><dots><fields>");
    CHECK(legend("[leg_layer_html]<[leg_layer_name]>[/leg_layer_html][leg_class_html "
                 "opt_flag=1]([leg_class_name])[/leg_class_html]") ==
          "<noclass>(f1)<hidden>(h1)(h2)<dots>(d)<fields>(Wood)(Re<st)");
}

TEST_CASE("legend templates: order_metadata gives the places, and hides below 0")
{
    CHECK(legend("[leg_layer_html order_metadata=place]<[leg_layer_name]>[/leg_layer_html]"
                 "[leg_class_html]([leg_class_name])[/leg_class_html]") ==
          "<noclass><dots>(d)<fields>(Wood)(Re<st)");
}

// L2 L1 L0 in MapServer 8.0.0, too.
TEST_CASE("legend templates: a layer without the key of order_metadata stays where it is")
{
    test::TestRequest const request{
        test::load("MAP EXTENT 0 0 1 1 SIZE 9 9 LAYER NAME \"L0\" TYPE POINT END"
                   " LAYER NAME \"L1\" TYPE POINT METADATA \"rank\" \"2\" END END"
                   " LAYER NAME \"L2\" TYPE POINT METADATA \"rank\" \"0\" END END END"),
        "mode=legend"};
    auto const call = request.call();
    render::Selection const nothing;
    tmpl::LegendTerms const terms{.statuses = std::vector<mapfile::Status>(3, mapfile::Status::On),
                                  .icon_address = [](auto const&) { return std::string{}; }};
    CHECK(tmpl::legend(
              tmpl::parse("[leg_layer_html order_metadata=rank]"
                          "[leg_layer_name] [/leg_layer_html]"),
              {.call = call, .view = render::make_viewport(*call.map, {}), .selection = nothing},
              terms) == "L2 L1 L0 ");
}

TEST_CASE("legend templates: icons have KEYSIZE or their own size, and are those of the first "
          "class of a layer")
{
    CHECK(legend("[leg_layer_html][leg_icon] [leg_icon width=30 height=20];[/leg_layer_html]",
                 On::DotsOnly) == "1/0/18x12 1/0/30x20;");
    CHECK(legend("[leg_class_html][leg_icon width=30 height=20];[/leg_class_html]",
                 On::FieldsOnly) == "1/0/30x20;0/0/30x20;0/1/30x20;");
}

TEST_CASE("legend templates: conditions know status, type, names, METADATA of layer and map")
{
    CHECK(
        legend(
            "[leg_layer_html]<[leg_layer_name][if name=layer_status value=1]ON[/if][if "
            "name=layer_status value=2]DEF[/if]"
            "[if name=layer_type value=2]POLY[/if][if name=layer_type oper=neq value=2]NOPOLY[/if]"
            "[if name=layer_name value=dots]DOTS[/if][if name=layer_group value=land]LAND[/if]"
            "[if name=layer_visible value=1]VIS[/if][if name=layer_queryable value=1]QUERY[/if]"
            "[if name=place oper=isset]PLACE[/if][if name=place oper=isnull]NOPLACE[/if][if "
            "name=web_title oper=isset]WEB[/if]>"
            "[/leg_layer_html]",
            On::DotsOnly) == "<dotsDEFNOPOLYDOTSVISPLACEWEB>");
    CHECK(legend("[leg_class_html]<[leg_class_name][if name=class_name value=Wood]WOOD[/if][if "
                 "name=layer_name value=dots]DOTS[/if]"
                 "[if name=layer_status value=1]ON[/if]>[/leg_class_html]",
                 On::FieldsOnly) == "<dDOTS><WoodWOODON><Re<stON>");
}

TEST_CASE("legend templates: other tags are those of any page")
{
    CHECK(legend("[leg_layer_html][leg_layer_name] [metadata name=web_title] [metadata name=none] "
                 "[mapwidth] [foo];[/leg_layer_html]",
                 On::DotsOnly) == "dots T & W [metadata name=none] 200 bar;");
}
