// SPDX-License-Identifier: MIT
#include "unit/mapfile/map_of.hpp"

#include "base/error.hpp"

using namespace test;

TEST_CASE("errors: all of them are found at once, each at its place")
{
    CHECK(errors_in("MAP\n"
                    "  SIZE ten 10\n"
                    "  LAYER\n"
                    "    TYPE DOT\n"
                    "    NAME \"x\"\n"
                    "    WIDHT 5\n"
                    "    CLASS STYLE WIDTH a COLOR 0 0 0 END END\n"
                    "    TYPE POINT\n"
                    "  END\n"
                    "END") == "2:8 SIZE needs a number, not ten\n"
                              "4:10 TYPE is one of POINT LINE POLYGON QUERY CIRCLE CHART RASTER "
                              "TILEINDEX, not DOT\n"
                              "6:5 WIDHT is not a keyword of LAYER\n"
                              "7:23 WIDTH needs a number, not a\n");
}

TEST_CASE("errors: reading continues with the next line, even if its word is wrong, too")
{
    CHECK(errors_in("MAP\nLAYER\nTYPE DOT\nSTYLE PATTERN 1 1 END END\nWIDHT 5\nEND\nSIZE 1\nEND") ==
          "3:6 TYPE is one of POINT LINE POLYGON QUERY CIRCLE CHART RASTER TILEINDEX, not DOT\n"
          "4:1 STYLE does not belong in LAYER\n"
          "5:1 WIDHT is not a keyword of LAYER\n"
          "8:1 SIZE needs a number, not END\n"
          "2:1 LAYER has no TYPE\n");
}

// MapServer 8.0.0 draws 100 pixels.
TEST_CASE("errors: the fraction of a whole number is dropped with a warning")
{
    CHECK(problems_of("MAP\nSIZE 100.7 50\nEND", Severity::Warning) ==
          "2:6 SIZE is a whole number; the fraction is cut off\n");
    CHECK(map_of("MAP SIZE 100.7 50 END")->size.width == 100);
}

TEST_CASE("errors: words that are not UTF-8 are a warning, once; comments may be anything")
{
    CHECK(problems_of("MAP # L\xE4nder\nNAME 'L\xC3\xA4nder' END", Severity::Warning).empty());
    CHECK(problems_of("MAP\nNAME 'L\xE4nder'\nLAYER TYPE POINT NAME '\xC4' END END",
                      Severity::Warning)
              .starts_with("2:6 the file is not UTF-8: clients may see wrong letters"));
    CHECK(problems_of("MAP\nNAME 'L\xE4nder'\nLAYER TYPE POINT NAME '\xC4' END END",
                      Severity::Warning)
              .find("3:") == std::string::npos);
}

TEST_CASE("errors: text after the END of MAP is reported as ignored")
{
    CHECK(problems_of("MAP\nEND\nLAYER", Severity::Warning) ==
          "3:1 what follows the END of MAP is not read\n");
}

TEST_CASE("errors: a missing END is reported where the next block begins")
{
    CHECK(
        errors_in("MAP\nLAYER TYPE POINT\nCLASS\nSTYLE\nCOLOR 0 0 0\nEND\nCLASS\nEND\nEND\nEND") ==
        "3:1 CLASS is not closed: END is missing before CLASS\n");
}

TEST_CASE("errors: a missing END at the end of the file is reported once")
{
    CHECK(errors_in("MAP\nLAYER TYPE POINT\nMETADATA \"a\" \"b\" END\n") ==
          "2:1 LAYER is not closed: END is missing before the end of the file\n");
}

TEST_CASE("errors: a block in the wrong place is passed over")
{
    CHECK(errors_in("MAP\nLAYER TYPE POINT\nSTYLE SYMBOL 1 PATTERN 1 1 END END\nEND\nEND") ==
          "3:1 STYLE does not belong in LAYER\n");
}

TEST_CASE("errors: an unclosed METADATA ends where a block begins")
{
    CHECK(errors_in("MAP\nLAYER TYPE POINT\nMETADATA \"a\" \"b\"\nCLASS\nEND\nEND\nEND") ==
          "3:1 METADATA is not closed: END is missing\n");
}

TEST_CASE("errors: a wrong value in a list leaves its END to the list")
{
    CHECK(errors_in("MAP\nLAYER TYPE POINT\nCLASS STYLE PATTERN 1 x END END END\n"
                    "METADATA \"a\" [b] END\nEND\nEND") ==
          "3:23 PATTERN needs a number, not x\n4:14 METADATA needs a text, not [b]\n");
}

TEST_CASE("errors: a list without END ends at the next keyword")
{
    CHECK(errors_in("MAP\nLAYER TYPE POINT\nFEATURE\nPOINTS 1 2\nTEXT \"a\"\nEND\nEND\nEND") ==
          "5:1 POINTS needs a number, not TEXT\n");
}

TEST_CASE("errors: an unclosed string is reported at its quote")
{
    CHECK(errors_in("MAP\n NAME \"x\nEND") ==
          "2:7 NAME needs a text, not this: the string is not closed\n"
          "1:1 MAP is not closed: END is missing before the end of the file\n");
}

TEST_CASE("errors: an expression belongs on one line")
{
    CHECK(errors_in("MAP LAYER TYPE POINT CLASS\nEXPRESSION ([a]\n=1)\nEND END END") ==
          "2:12 EXPRESSION needs a text, not this: missing ) on this line; an expression cannot go "
          "over lines\n");
}

TEST_CASE("errors: a mapfile begins with MAP")
{
    CHECK(errors_in("BADTOKEN") ==
          "1:1 Unknown identifier. First token must be MAP, this doesn't look like a mapfile.\n");
    CHECK(errors_in("") ==
          "1:1 Unknown identifier. First token must be MAP, this doesn't look like a mapfile.\n");
}

TEST_CASE("errors: a second PROJECTION is refused, an empty one before it is not")
{
    auto const projection = std::string{"PROJECTION \"init=epsg:4326\" END\n"};
    CHECK(errors_in("MAP\n" + projection + projection + "END") ==
          "3:1 a second PROJECTION; there may be one\n");
    CHECK(errors_in("MAP PROJECTION END\n" + projection + "END").empty());
}

TEST_CASE("errors: rubbish is complained about with an end")
{
    std::string text = "MAP\n";
    for (int i = 0; i < 10000; ++i) {
        text += "rubbish\n";
    }
    CHECK(load_text(text + "END", "/nonexistent").problems.size() <= 500);
}

TEST_CASE("errors: blocks nested without end are refused")
{
    // Only broken input nests this deep; a symbol set in a symbol set tests it.
    test::Folder folder;
    std::string set;
    for (int i = 0; i < 100; ++i) {
        set += "SYMBOLSET\n";
    }
    folder.write("deep.sym", set);
    auto const map = folder.write("m.map", "MAP SYMBOLSET \"deep.sym\" END");
    auto const loaded = load_file(map);
    CHECK_FALSE(loaded.map);
    CHECK(errors_of(loaded.problems).find("deep.sym:33:1: SYMBOLSET is nested too deeply") !=
          std::string::npos);
}

TEST_CASE("load_or_throw: the message has file, line and column")
{
    Folder folder;
    auto const path = folder.write("roads.map", "MAP\n  NAMES x\nEND");
    try {
        static_cast<void>(load_or_throw(path));
        FAIL("expected an error");
    } catch (ms::Error const& error) {
        CHECK(error.kind() == ms::ErrorKind::BadMapfile);
        CHECK(std::string{error.what()} ==
              "roads.map:2:3: NAMES is not a keyword of MAP; did you mean NAME?");
    }
}

TEST_CASE("load_or_throw: a file that is not there is another kind of error")
{
    try {
        static_cast<void>(load_or_throw("/nonexistent/x.map"));
        FAIL("expected an error");
    } catch (ms::Error const& error) {
        CHECK(error.kind() == ms::ErrorKind::NotFound);
    }
}

TEST_CASE("load_or_throw: warnings go to the log")
{
    Folder folder;
    auto const path = folder.write("a.map", "MAP LAYER TYPE POINT MINSCALE 5 END END");
    std::string lines;
    ms::Log log{ms::LogLevel::Notice, [&](ms::LogLine const& line) { lines += line.message; }};
    CHECK(load_or_throw(path, {}, &log));
    CHECK(lines == "a.map:1:22: MINSCALE is the old name of MINSCALEDENOM");
}

TEST_CASE("load_file: a path may be required to match a pattern, its letters as they are")
{
    Folder folder;
    auto const map = folder.write("a.map", "MAP END");
    auto const upper = folder.write("a.MAP", "MAP END"); // refused by MapServer 8.0.0, too
    auto const text = folder.write("a.txt", "MAP END");
    LoadOptions const options{.path_pattern = "\\.map$"};
    CHECK(load_file(map, options).map);
    CHECK_FALSE(load_file(upper, options).map);
    CHECK_FALSE(load_file(text, options).map);
    CHECK(load_file(text).map);
}
