// SPDX-License-Identifier: MIT
#include "unit/mapfile/map_of.hpp"

#include "mapfile/check.hpp"

using namespace test;

namespace {

std::string checked(std::string const& text)
{
    std::string lines;
    for (auto const& problem : check(*map_of(text))) {
        lines += std::to_string(problem.at.line) + ':' + std::to_string(problem.at.column) + ' ' +
                 problem.message + '\n';
    }
    return lines;
}

std::string checked_layer(std::string const& keywords)
{
    return checked("MAP LAYER TYPE POINT\n" + keywords + "\nEND END");
}

} // namespace

TEST_CASE("check: a map without faults has no problems")
{
    CHECK(
        checked("MAP SYMBOL NAME 'dot' TYPE ELLIPSE POINTS 1 1 END END\n"
                "LAYER NAME 'a' TYPE POINT STATUS ON CONNECTIONTYPE POSTGIS CONNECTION 'dbname=x'\n"
                "DATA 'geom from roads using unique id using srid=4326' CLASSITEM 'kind'\n"
                "CLASS EXPRESSION 'x' STYLE SYMBOL 'DOT' COLOR 0 0 0 END END\n"
                "CLASS EXPRESSION ([n] > 5 and '[t]' = 'x') STYLE SYMBOL 1 END END END END")
            .empty());
}

TEST_CASE("check: unknown symbols, fonts, masks and words")
{
    CHECK(checked_layer("CLASS STYLE SYMBOL 'none' END END") ==
          "2:20 no symbol has the name or number \"none\"\n");
    CHECK(checked_layer("CLASS STYLE SYMBOL 7 END END") ==
          "2:20 no symbol has the name or number 7\n");
    CHECK(checked_layer("CLASS LABEL FONT 'none' END END") ==
          "2:18 no font of the FONTSET has the name \"none\"\n");
    CHECK(checked("MAP SYMBOL NAME 's' TYPE TRUETYPE FONT 'none' CHARACTER 'a' END\n"
                  "LAYER TYPE POINT CLASS STYLE SYMBOL 's' END END END END") ==
          "2:37 no font of the FONTSET has the name \"none\"\n");
    CHECK(checked_layer("MASK 'none'") == "1:5 MASK \"none\" is no layer\n");
    CHECK(checked_layer("COMPOSITE COMPOP 'foo' END") == "2:1 COMPOP \"foo\" is unknown\n");
    CHECK(checked_layer("CLASS STYLE GEOMTRANSFORM 'foo' END END") ==
          "2:27 GEOMTRANSFORM \"foo\" is unknown\n");
}

TEST_CASE("check: drivers for the images of other servers have no effect")
{
    CHECK(checked("MAP LAYER TYPE RASTER METADATA 'wms_title' 'x' END END END").empty());
    CHECK(checked("MAP LAYER TYPE RASTER METADATA 'wms_allowed_gdal_drivers' 'PNG' END END END")
              .find("\"wms_allowed_gdal_drivers\" has no effect") != std::string::npos);
}

TEST_CASE("check: keys of CONFIG without effect are named")
{
    CHECK(checked("MAP CONFIG 'ms_nonsquare' 'YES' CONFIG 'ON_MISSING_DATA' 'LOG' END").empty());
    CHECK(checked("MAP CONFIG 'CPL_DEBUG' 'ON' END") == "1:1 CONFIG \"CPL_DEBUG\" has no effect\n");
    CHECK(checked("MAP CONFIG 'MS_ERRORFILE' 'x.log' END").find("of the CONFIG file") !=
          std::string::npos);
}

TEST_CASE("check: PROJ_DATA is a folder")
{
    CHECK(checked("MAP CONFIG 'PROJ_DATA' '/nonexistent' END") ==
          "1:1 CONFIG PROJ_DATA is not a folder: \"/nonexistent\"\n");
    // MapServer 8.0.0: PROJ_DATA counts if both are there.
    CHECK(checked("MAP CONFIG 'proj_lib' '/nonexistent' CONFIG 'PROJ_DATA' '/tmp' END").empty());
}

TEST_CASE("check: markers need a symbol")
{
    // MapServer 8.0.0 draws nothing either.
    CHECK(checked_layer("CLASS STYLE COLOR 255 0 0 SIZE 5 END END") ==
          "2:7 a STYLE of a POINT layer draws nothing without a SYMBOL\n");
    CHECK(checked_layer("CLASS STYLE OUTLINECOLOR [c] SYMBOL 0 END END") ==
          "2:7 a STYLE of a POINT layer draws nothing without a SYMBOL\n");
    CHECK(checked_layer("CLASS STYLE COLOR 255 0 0 SYMBOL [s] END END").empty());
    CHECK(checked_layer("CLASS STYLE COLOR 255 0 0 GEOMTRANSFORM (buffer([shape],5)) END END")
              .empty());
    CHECK(checked_layer("CLASS STYLE END LABEL STYLE COLOR 255 0 0 END END END").empty());
    CHECK(checked("MAP LAYER TYPE POLYGON CLASS STYLE COLOR 255 0 0 END END END END").empty());
}

TEST_CASE("check: texts to compare need an attribute")
{
    CHECK(checked_layer("CLASS EXPRESSION 'x' END") ==
          "2:18 EXPRESSION needs CLASSITEM to compare with, or ( ) around an expression\n");
    CHECK(checked_layer("FILTER 'x'") ==
          "2:8 FILTER needs FILTERITEM to compare with, or ( ) around an expression\n");
    CHECK(checked_layer("CLASSITEM 'a' CLASS EXPRESSION {x,y} END").empty());
}

TEST_CASE("check: expressions that do not parse are reported with their place")
{
    CHECK(checked_layer("CLASS EXPRESSION ([a = 1) END").starts_with("2:18 EXPRESSION: "));
    CHECK(checked_layer("CLASSITEM 'a' CLASS EXPRESSION /(/ END").starts_with("2:32 EXPRESSION: "));
    CHECK(checked_layer("CLASS TEXT ([a] +) END").starts_with("2:12 TEXT: "));
    CHECK(checked_layer("CLASS STYLE SIZE ([a] *) END END").starts_with("2:18 SIZE: "));
}

TEST_CASE("check: expressions with tokens for requests are left alone")
{
    CHECK(checked_layer("CLASS EXPRESSION ([a] = %value%) END").empty());
}

TEST_CASE("check: PostGIS layers need their parts")
{
    CHECK(checked_layer("CONNECTIONTYPE POSTGIS") == "1:5 a POSTGIS layer needs CONNECTION\n"
                                                     "1:5 a POSTGIS layer needs DATA\n");
    CHECK(checked_layer("CONNECTIONTYPE POSTGIS CONNECTION 'x' DATA 'roads'") ==
          "2:44 DATA of a POSTGIS layer is \"geometry from table\"\n");
    CHECK(checked_layer("CONNECTIONTYPE POSTGIS CONNECTION 'x' DATA 'g from t using srid'") ==
          "2:44 DATA: \"using srid\" needs \"=number\"\n");
}

TEST_CASE("check: contradictory limits, invalid patterns, names used twice")
{
    CHECK(checked_layer("MINSCALEDENOM 5 MAXSCALEDENOM 5") ==
          "1:5 LAYER is never drawn: MINSCALEDENOM is not below MAXSCALEDENOM\n");
    CHECK(checked_layer("VALIDATION 'a' '(' 'default_a' '(' END") ==
          "1:5 VALIDATION \"a\": malformed regular expression: (\n");
    CHECK(checked("MAP LAYER TYPE POINT NAME 'a' END\nLAYER TYPE LINE NAME 'a' END END") ==
          "2:1 another LAYER has the NAME \"a\"\n");
}
