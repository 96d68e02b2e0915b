// SPDX-License-Identifier: MIT
#include "unit/mapfile/map_of.hpp"

#include "mapfile/keywords.hpp"
#include "mapfile/writer.hpp"

#include <algorithm>
#include <cstdlib>

using namespace test;

namespace {

namespace fs = std::filesystem;

/// The text after reading and writing once.
std::string rewritten(std::string const& text)
{
    return write(*map_of(text));
}

bool is_mapfile(fs::directory_entry const& entry)
{
    return entry.is_regular_file() && entry.path().extension() == ".map";
}

/// Reads, writes and reads again every mapfile below a folder; returns their number.
int check_round_trips(fs::path const& folder)
{
    int count = 0;
    for (auto const& entry : fs::recursive_directory_iterator{folder}) {
        auto const loaded = is_mapfile(entry) ? load_file(entry.path()) : Loaded{};
        if (!loaded.map) {
            continue; // a part that others include, or broken on purpose
        }
        ++count;
        auto const text = write(*loaded.map);
        auto const again = load_text(text, loaded.map->origin.directory, {.strict = true});
        INFO(entry.path().string(), "\n", errors_of(again.problems));
        REQUIRE(again.map);
        CHECK(*again.map == *loaded.map);
        CHECK(write(*again.map) == text);
    }
    return count;
}

void check_round_trips_if_there(std::string const& folder)
{
    if (!fs::is_directory(folder)) {
        MESSAGE("skipped: there is no folder " << folder);
        return;
    }
    CHECK(check_round_trips(folder) > 0);
}

} // namespace

TEST_CASE("writer: writes only values that differ from the defaults")
{
    CHECK(rewritten("MAP NAME 'MS' STATUS ON RESOLUTION 72 WEB END END") == "MAP\nEND # MAP\n");
    CHECK(rewritten(
              "MAP LAYER STATUS OFF TYPE POINT CLASS STYLE WIDTH 1 COLOR 0 0 0 END END END END") ==
          "MAP\n"
          "  LAYER\n"
          "    TYPE POINT\n"
          "    CLASS\n"
          "      STYLE\n"
          "        COLOR 0 0 0\n"
          "      END # STYLE\n"
          "    END # CLASS\n"
          "  END # LAYER\n\n"
          "END # MAP\n");
}

TEST_CASE("writer: old spellings become those of MapServer 8")
{
    CHECK(rewritten("MAP LAYER TYPE LINE OPACITY 60 MINSCALE 5 CLASS COLOR 1 2 3 END END END") ==
          "MAP\n"
          "  LAYER\n"
          "    COMPOSITE\n"
          "      OPACITY 60\n"
          "    END # COMPOSITE\n"
          "    MINSCALEDENOM 5\n"
          "    TYPE LINE\n"
          "    CLASS\n"
          "      STYLE\n"
          "        COLOR 1 2 3\n"
          "      END # STYLE\n"
          "    END # CLASS\n"
          "  END # LAYER\n\n"
          "END # MAP\n");
}

TEST_CASE("writer: quotes, backslashes and line ends in texts survive")
{
    std::string const name = "a\"b\\c\\\\d'e\nf";
    Layer layer;
    layer.type = LayerType::Point;
    layer.name = name;
    auto const map = map_of("MAP " + write(layer) + " END");
    CHECK(map->layers[0].name == name);
}

TEST_CASE("writer: numbers read back as the same numbers")
{
    for (double const number : {0.1, 1.0 / 3, 1e-300, 123456789.123456789, 1e21}) {
        Style style;
        style.gap = number;
        CHECK(style_of(write(style).substr(6, write(style).size() - 6 - 12)).gap == number);
    }
}

TEST_CASE("writer: the case of a named GEOMTRANSFORM is preserved")
{
    auto const style = style_of("GEOMTRANSFORM 'START'");
    CHECK(write(style) == "STYLE\n  GEOMTRANSFORM \"START\"\nEND # STYLE\n");
}

TEST_CASE("writer: every kind of block survives")
{
    auto const text = std::string{
        "MAP NAME 'n' SIZE 5 6 EXTENT 0 0 1.5 2 UNITS METERS CONFIG 'a' 'b' LATLON "
        "'init=epsg:4326' END\n"
        "SCALEDENOM 100 ANGLE 5 IMAGECOLOR -1 -1 -1 PROJECTION 'proj=utm' 'zone=11' END DEBUG ON\n"
        "OUTPUTFORMAT NAME x DRIVER 'AGG/PNG' FORMATOPTION 'A=B=C' TRANSPARENT ON IMAGEMODE RGBA "
        "END\n"
        "WEB IMAGEPATH '/var/img/' METADATA 'a' 'b' END VALIDATION 'x' '.' END END\n"
        "LEGEND STATUS EMBED KEYSIZE 9 9 POSITION UR LABEL SIZE 5 END TRANSPARENT OFF END\n"
        "SCALEBAR STATUS ON UNITS FEET OFFSET 1 2 LABEL END END\n"
        "REFERENCE STATUS ON IMAGE 'a.png' SIZE 9 9 EXTENT 0 0 1 1 MARKER 'm' END\n"
        "QUERYMAP STATUS ON TYPE SELECTED SIZE 5 5 END\n"
        "SYMBOL NAME 's' TYPE VECTOR POINTS 0 0 -99 -99 1 1 END FILLED TRUE ANCHORPOINT 0 1 END\n"
        "SYMBOL NAME 't' TYPE TRUETYPE FONT 'f' CHARACTER '&#65;' END\n"
        "LAYER NAME 'l' TYPE LINE STATUS DEFAULT TRANSFORM LL BINDVALS '1' 'x' END\n"
        "GRID LABELFORMAT DDMM MINARCS 5 END CLUSTER MAXDISTANCE 5 REGION 'ellipse' GROUP ([a]) "
        "END\n"
        "COMPOSITE OPACITY 50 COMPOP 'multiply' COMPFILTER 'blur(3)' COMPFILTER 'grayscale()' END\n"
        "COMPOSITE COMPOP 'plus' END SCALETOKEN NAME '%a%' VALUES '0' 'x' '2.5' 'y' END END\n"
        "JOIN NAME 'j' TABLE 't' FROM 'a' TO 'b' TYPE ONE-TO-MANY END REQUIRES '([l] = 1)'\n"
        "IDENTIFY TOLERANCE 5 CLASSAUTO END GEOMTRANSFORM (simplify([shape], 2)) FILTER /^a/i\n"
        "FEATURE POINTS 1 2 END POINTS 3 4 END ITEMS 'a;b' END FEATURE WKT 'POINT(1 1)' END\n"
        "CLASS EXPRESSION {a,b} TEXT ('[a]' + 'x') FALLBACK TRUE KEYIMAGE 'k' LEADER GRIDSTEP 9 "
        "STYLE WIDTH 2 END END\n"
        "STYLE COLOR [c] SIZE ([a] * 2) ANGLE AUTO OPACITY [o] PATTERN 1 2.5 END COLORRANGE 0 0 0 "
        "'#ffffff80'\n"
        "DATARANGE 5 6 RANGEITEM 'r' POLAROFFSET [a] 5 LINECAP TRIANGLE ANTIALIAS FALSE END\n"
        "LABEL FONT [f] ANGLE AUTO2 POSITION AUTO OFFSET 1 [b] WRAP '\"' PRIORITY [p] FORCE GROUP "
        "TYPE TRUETYPE\n"
        "MINFEATURESIZE AUTO SHADOWSIZE 2 2 ALIGN RIGHT STYLE GEOMTRANSFORM 'labelpoly' END END "
        "END END END"};
    auto const map = map_of(text);
    auto const again = map_of(write(*map));
    CHECK(*again == *map);
    CHECK(write(*again) == write(*map));
}

TEST_CASE("writer: a table's rows are named once, and only removed keywords are never written")
{
    auto const look = [](auto const& table) {
        for (auto const& row : table.rows()) {
            CAPTURE(row.name);
            CHECK(table.find(row.name) == &row);
            bool const is_written = row.write != nullptr;
            bool const stays_unwritten = row.support == Support::Removed ||
                                         row.support == Support::Ignored || row.name == "LEADER";
            CHECK((is_written || stays_unwritten));
            CHECK((row.support != Support::Removed || !row.advice.empty()));
        }
    };
    look(keywords<Map>());
    look(keywords<Web>());
    look(keywords<Layer>());
    look(keywords<Class>());
    look(keywords<Style>());
    look(keywords<Label>());
    look(keywords<Symbol>());
    look(keywords<OutputFormat>());
}

TEST_CASE("writer: mapfile examples read back equal")
{
    check_round_trips_if_there(std::string{MS_SOURCE_DIR} + "/mapfile-examples");
}

TEST_CASE("writer: the maps of MapServer's own suite, if present, read back equal")
{
    if (auto const* const folder = std::getenv("MS_MAPSERVER_SUITE")) {
        check_round_trips_if_there(folder);
    }
}
