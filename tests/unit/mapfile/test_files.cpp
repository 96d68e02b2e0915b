// SPDX-License-Identifier: MIT
// INCLUDE, SYMBOLSET and FONTSET. Orders and folders as seen in MapServer 8.0.0.
#include "unit/mapfile/map_of.hpp"

#include "mapfile/fragment.hpp"
#include "mapfile/resolve.hpp"

using namespace test;

TEST_CASE("INCLUDE: is allowed anywhere; paths start at the mapfile, also in included files")
{
    Folder folder;
    folder.write("parts/layer.map", "LAYER TYPE POINT INCLUDE \"parts/name.map\" END");
    folder.write("parts/name.map", "NAME \"deep\"");
    auto const path = folder.write("m.map", "MAP INCLUDE 'parts/layer.map' NAME 'after' END");
    auto const map = load_or_throw(path);
    CHECK(map->layers.at(0).name == "deep");
    CHECK(map->name == "after");
    REQUIRE(map->origin.files.size() == 3);
    CHECK(map->where(map->layers[0].at) == "layer.map:1:1");
}

TEST_CASE("INCLUDE: errors name the included file")
{
    Folder folder;
    folder.write("bad.map", "\nNAMES 'x'");
    auto const path = folder.write("m.map", "MAP\nINCLUDE 'bad.map'\nEND");
    CHECK(errors_of(load_file(path).problems) ==
          "bad.map:2:1: NAMES is not a keyword of MAP; did you mean NAME?");
}

TEST_CASE("INCLUDE: a loop and a missing file are errors at their INCLUDE")
{
    Folder folder;
    folder.write("a.map", "INCLUDE 'b.map'");
    folder.write("b.map", "INCLUDE 'a.map'");
    auto const loop = folder.write("m.map", "MAP\n INCLUDE 'a.map'\nEND");
    CHECK(errors_of(load_file(loop).problems) == "b.map:1:1: INCLUDE \"a.map\" includes itself");
    auto const missing = folder.write("n.map", "MAP\n INCLUDE 'none.map'\nEND");
    CHECK(errors_of(load_file(missing).problems).starts_with("n.map:2:2: INCLUDE: cannot read"));
}

TEST_CASE("INCLUDE: five deep is read, six deep is not")
{
    Folder folder;
    for (int i = 1; i < 6; ++i) {
        folder.write(std::to_string(i), "INCLUDE '" + std::to_string(i + 1) + "'");
    }
    folder.write("6", "NAME 'six'");
    auto const map_at = [&](std::string const& first) {
        return load_file(folder.write("m.map", "MAP INCLUDE '" + first + "' END"));
    };
    CHECK(map_at("2").map->name == "six");
    CHECK_FALSE(map_at("1").map);
}

TEST_CASE("INCLUDE: can be forbidden")
{
    CHECK(problems_of("MAP INCLUDE '/etc/hostname' END", Severity::Error, {.reads_files = false}) ==
          "1:5 INCLUDE \"/etc/hostname\" is not allowed here\n");
}

TEST_CASE(
    "SYMBOLSET: the built-in symbol, then the mapfile's, the file's, then image files of styles")
{
    Folder folder;
    folder.write("sub/set.sym", "SYMBOLSET\n"
                                "SYMBOL NAME \"f1\" TYPE ELLIPSE POINTS 1 1 END END\n"
                                "SYMBOL NAME \"dup\" TYPE ELLIPSE POINTS 2 2 END END\n"
                                "SYMBOL NAME \"pix\" TYPE PIXMAP IMAGE \"x.png\" END\nEND");
    folder.write("sub/x.png", "");
    auto const map = load_or_throw(
        folder.write("m.map", "MAP SYMBOL NAME \"i1\" TYPE ELLIPSE POINTS 1 1 END END\n"
                              "SYMBOL NAME \"dup\" TYPE ELLIPSE POINTS 3 3 END END\n"
                              "SYMBOLSET \"sub/set.sym\"\n"
                              "LAYER TYPE POINT CLASS STYLE SYMBOL \"sub/x.png\" END END END END"));
    std::string names;
    for (auto const& symbol : map->symbols) {
        names += symbol.name + ' ';
    }
    CHECK(names == " i1 dup f1 dup pix sub/x.png ");
    CHECK(map->inline_symbols_end == 3);
    CHECK(map->symbols[static_cast<std::size_t>(map->find_symbol("DUP"))].points[0].x == 3);
    CHECK(map->symbols[5].image_path == folder.path() / "sub/x.png");
    CHECK(map->symbols[6].image_path == folder.path() / "sub/x.png");
}

TEST_CASE("SYMBOLSET: a whole set may be included in another")
{
    Folder folder;
    folder.write("inner.sym", "SYMBOLSET SYMBOL NAME 'a' TYPE HATCH END END");
    folder.write("outer.sym", "SYMBOLSET INCLUDE 'inner.sym' SYMBOL NAME 'b' TYPE HATCH END END");
    auto const map = load_or_throw(folder.write("m.map", "MAP SYMBOLSET 'outer.sym' END"));
    CHECK(map->find_symbol("a") == 1);
    CHECK(map->find_symbol("b") == 2);
}

TEST_CASE("SYMBOLSET, FONTSET: a missing file is an error at its keyword")
{
    CHECK(errors_in("MAP\nSYMBOLSET \"none\"\nEND").starts_with("2:11 cannot read the file"));
    CHECK(errors_in("MAP\nFONTSET \"none\"\nEND").starts_with("2:9 cannot read the file"));
}

TEST_CASE("FONTSET: alias and file a line, paths start at the list")
{
    Folder folder;
    folder.write("fonts/list",
                 "# fonts\n\nsans  DejaVu Sans.ttf\nsans\tother.ttf # the last counts\n"
                 "abs /usr/share/a.ttf\nlonely\n");
    auto const map = load_or_throw(folder.write("m.map", "MAP FONTSET 'fonts/list' END"));
    REQUIRE(map->fonts.size() == 2);
    CHECK(map->fonts[0].name == "sans");
    CHECK(map->fonts[0].path == folder.path() / "fonts/other.ttf");
    CHECK(map->fonts[1].path == "/usr/share/a.ttf");
}

TEST_CASE("fragment: the inside of the block it fits, named in a warning")
{
    Folder folder;
    auto const layer =
        folder.write("l.map", "TYPE POINT\nDATA 'x'\nCLASS STYLE COLOR 1 2 3 END END");
    auto const problems = ms::mapfile::check_fragment(layer);
    REQUIRE(problems);
    REQUIRE(problems->size() == 1);
    CHECK(to_text(problems->front()) ==
          "l.map:1:1: no MAP: read as what an INCLUDE puts into LAYER");
    auto const layers = ms::mapfile::check_fragment(folder.write("ls.map", "LAYER NAME a END"));
    REQUIRE(layers);
    CHECK(errors_of(*layers).empty());
    CHECK(layers->front().message.ends_with("MAP"));
}

TEST_CASE("fragment: errors have their place, an END too many is one")
{
    Folder folder;
    auto const bad = folder.write("c.map", "STYLE\nCOLR 1 2 3\nEND\nEND\nNAME 'x'");
    auto const problems = ms::mapfile::check_fragment(bad);
    REQUIRE(problems);
    CHECK(errors_of(*problems) == "c.map:2:1: COLR is not a keyword of STYLE; did you mean "
                                  "COLOR?\nc.map:4:1: END closes nothing");
}

TEST_CASE("fragment: a map, an unknown first word, nothing and a missing file are not fragments")
{
    Folder folder;
    CHECK_FALSE(ms::mapfile::check_fragment(folder.write("m.map", "MAP END")));
    CHECK_FALSE(ms::mapfile::check_fragment(folder.write("b.map", "BADTOKEN")));
    CHECK_FALSE(ms::mapfile::check_fragment(folder.write("e.map", "# nothing")));
    CHECK_FALSE(ms::mapfile::check_fragment(folder.write("s.map", "'text'")));
    CHECK_FALSE(ms::mapfile::check_fragment("/nowhere.map"));
}

// The form of many old maps, which MapServer 8 does not load.
TEST_CASE("fragment: the END of a map without the word MAP is reported")
{
    Folder folder;
    auto const problems =
        ms::mapfile::check_fragment(folder.write("old.map", "NAME \"old\"\nSTATUS ON\nEND\n"));
    REQUIRE(problems);
    CHECK(errors_of(*problems) ==
          "old.map:3:1: this END closes MAP, but the word MAP is missing at "
          "the beginning of the file");
}

TEST_CASE("an unexpected character is shown completely")
{
    Folder folder;
    auto const error_of = [&](std::string const& text) {
        return errors_of(ms::mapfile::load_file(folder.write("a.map", text), {}).problems);
    };
    CHECK(error_of("MAP\nNAME _x\nEND") ==
          "a.map:2:6: NAME needs a text, not \"_\": a text that begins with it needs quotes");
    CHECK(
        error_of("MAP\n<<<<<<< HEAD\nEND") ==
        "a.map:2:1: expected a keyword of MAP, not \"<\": a text that begins with it needs quotes");
    CHECK(
        error_of("MAP\nNAME \xC3\xA9t\xC3\xA9\nEND") ==
        "a.map:2:6: NAME needs a text, not \"\xC3\xA9\": a text that begins with it needs quotes");
}
