// SPDX-License-Identifier: MIT
// Expected texts: MapServer 8.0.0, applySubstitutions() and applyDefaultSubstitutions().
#include "unit/mapfile/map_of.hpp"

#include "base/error.hpp"
#include "mapfile/scale_token.hpp"
#include "mapfile/substitute.hpp"

using namespace test;

namespace {

struct Outcome {
    Layer layer;
    std::vector<std::string> rejected;
};

Outcome substituted(std::string const& layer, StringMap const& parameters,
                    std::string const& web = "", char const* (*environment)(char const*) = nullptr)
{
    auto const map = map_of("MAP WEB " + web + " END LAYER TYPE POINT\n" + layer + "\nEND END");
    Outcome outcome;
    outcome.layer =
        substitute(*map, map->layers.at(0), {parameters, environment, &outcome.rejected});
    return outcome;
}

StringMap const long_value{{{"a", std::string(70'000, '5')}}};
StringMap const five{{{"a", "5"}}};
constexpr auto digits = " VALIDATION \"a\" \"^[0-9]+$\" END ";

} // namespace

TEST_CASE("substitution: %name% in any case takes a valid parameter")
{
    CHECK(substituted("DATA \"x %a% y\"" + std::string{digits}, five).layer.data == "x 5 y");
    CHECK(substituted("DATA \"x %A%%a% y\"" + std::string{digits}, five).layer.data == "x 55 y");
    CHECK(substituted("DATA \"x %a% y\"" + std::string{digits}, {{{"A", "5"}}}).layer.data ==
          "x 5 y");
}

TEST_CASE("substitution: without VALIDATION nothing is replaced")
{
    CHECK(substituted("DATA \"x %a% y\"", five).layer.data == "x %a% y");
}

TEST_CASE("substitution: a value that VALIDATION rejects leaves the token and is reported")
{
    auto const outcome = substituted("DATA \"x %a% y\"" + std::string{digits}, {{{"a", "5;drop"}}});
    CHECK(outcome.layer.data == "x %a% y");
    CHECK(
        outcome.rejected ==
        std::vector<std::string>{"the value of the parameter \"a\" does not match its VALIDATION"});
}

TEST_CASE("substitution: an invalid VALIDATION accepts nothing, and is reported")
{
    auto const outcome = substituted("DATA \"x %a% y\" VALIDATION \"a\" \"[0-\" END", five);
    CHECK(outcome.layer.data == "x %a% y");
    CHECK(outcome.rejected ==
          std::vector<std::string>{"the value of the parameter \"a\" cannot be checked: its "
                                   "VALIDATION is no regular expression"});
}

TEST_CASE("substitution: patterns are not anchored by themselves, as in MapServer")
{
    auto const layer =
        substituted("METADATA \"x\" \"%a%\" END VALIDATION \"a\" \"[0-9]\" END", {{{"a", "x1y"}}})
            .layer;
    REQUIRE(layer.metadata.find("x") != nullptr);
    CHECK(*layer.metadata.find("x") == "x1y");
}

// MapServer accepts values that match anywhere, in SQL, too.
TEST_CASE("substitution: parsed texts take only values that match from beginning to end")
{
    auto const data = [](std::string const& pattern, std::string const& value) {
        return substituted("DATA \"%a%\" VALIDATION \"a\" \"" + pattern + "\" END",
                           {{{"a", value}}})
            .layer.data;
    };
    CHECK(data("[0-9]+", "x1y") == "%a%");
    CHECK(data("[0-9]+", "1; drop table t") == "%a%");
    CHECK(data("[0-9]+", std::string{"1\0; drop table t", 15}) == "%a%");
    CHECK(data("[0-9]+", "12") == "12");
    CHECK(
        substituted("DATA \"%a%\" VALIDATION \"a\" \"[0-9]\" END", {{{"a", "x1y"}}}).rejected ==
        std::vector<std::string>{"the value of the parameter \"a\" matches its VALIDATION in part "
                                 "only: no statement, expression or path gets it"});
    CHECK(data("a|ab", "ab") == "ab"); // the longest match is used
    CHECK(data("^a$|b", "b") == "b");
    CHECK(data(".", "anything") == "anything"); // the common pattern for all values
}

TEST_CASE("substitution: no value can lead a path out of its folder")
{
    auto const path = [](std::string const& written, std::string const& value) {
        return substituted("DATA \"" + written + "\" VALIDATION \"a\" \".\" \"b\" \".\" END",
                           {{{"a", value}, {"b", "./secret"}}})
            .layer.data;
    };
    CHECK(path("data/%a%", "lakes") == "data/lakes");
    CHECK(path("data/%a%", "2026/lakes..old") == "data/2026/lakes..old");
    CHECK(path("../data/%a%", "lakes") == "../data/lakes"); // the author's own way
    CHECK(path("../data/%a%", "../../secret") == "../data/%a%");
    CHECK(path("data/%a%", "../secret") == "data/%a%");
    CHECK(path("data/%a%", "x/../../secret") == "data/%a%");
    CHECK(path("data/%a%", "..\\secret") == "data/%a%");
    CHECK(path("data/%a%", ".%b%") == "data/%a%"); // combined from two values
    CHECK(path("%a%", "/etc/passwd") == "%a%");
    CHECK(path("data/%a%", std::string{"a\0b", 3}) == "data/%a%");
    CHECK(substituted("CONNECTIONTYPE POSTGIS DATA \"%a%\" VALIDATION \"a\" \".\" END",
                      {{{"a", "a/../b"}}})
              .layer.data == "a/../b"); // no path
}

TEST_CASE("substitution: the template of a map takes whole values only, and stays in its folder")
{
    auto const template_of = [](std::string const& language) {
        auto const map =
            map_of("MAP WEB TEMPLATE \"%lang%.html\" VALIDATION \"lang\" \"[a-z]+\" END END END");
        StringMap const parameters{{{"lang", language}}};
        return substitute(*map, map->web, {parameters}).template_path;
    };
    CHECK(template_of("en") == "en.html");
    CHECK(template_of("../en") == "%lang%.html");
    CHECK(template_of("en/..") == "%lang%.html");
}

TEST_CASE("substitution: WEB may accept what the LAYER rejects")
{
    CHECK(substituted("DATA \"%a%\" VALIDATION \"a\" \"^[a-z]+$\" END", five,
                      "VALIDATION \"a\" \"^[0-9]+$\" END")
              .layer.data == "5");
}

TEST_CASE("substitution: a CLASS validates for itself only")
{
    auto const layer =
        substituted("DATA \"%a%\" CLASS EXPRESSION \"%a%\" VALIDATION \"a\" \".\" END END", five)
            .layer;
    CHECK(layer.data == "%a%");
    CHECK(layer.classes[0].expression.text == "5");
}

TEST_CASE("substitution: which fields take part")
{
    auto const layer =
        substituted(
            "NAME \"%a%\" GROUP \"%a%\" FILTER ([x] = %a%) FILTERITEM \"%a%\" CLASSITEM \"%a%\"\n"
            "TILEITEM \"%a%\" TILEINDEX \"%a%\" CONNECTION \"%a%\" STYLEITEM \"%a%\" MASK \"%a%\"\n"
            "METADATA \"k%a%\" \"v%a%\" END PROCESSING \"A=%a%\" BINDVALS \"1\" \"%a%\" END\n"
            "CLASS NAME \"%a%\" TITLE \"%a%\" TEXT \"%a%\" LABEL TEXT \"%a%\" END END" +
                std::string{digits},
            five)
            .layer;
    CHECK(layer.name == "%a%");
    CHECK(layer.group == "%a%");
    CHECK(layer.filter.text == "([x] = 5)");
    CHECK(layer.filter_item == "%a%");
    CHECK(layer.class_item == "%a%");
    CHECK(layer.tile_item == "%a%");
    CHECK(layer.tile_index == "5");
    CHECK(layer.connection == "5");
    CHECK(layer.style_item == "%a%");
    CHECK(layer.mask == "5");
    CHECK(*layer.metadata.find("k%a%") == "v5");
    CHECK(layer.processing[0] == "A=5");
    CHECK(*layer.bind_values.find("1") == "5");
    CHECK(layer.classes[0].name == "%a%");
    CHECK(layer.classes[0].title == "5");
    CHECK(layer.classes[0].text.text == "5");
    CHECK(layer.classes[0].labels[0].text.text == "%a%");
}

TEST_CASE("substitution: defaults are used for missing parameters, without validation")
{
    auto const layer = "DATA \"%a%\" VALIDATION \"a\" \"^[0-9]+$\" \"default_a\" \"zz\" END";
    CHECK(substituted(layer, {}).layer.data == "zz");
    CHECK(substituted(layer, five).layer.data == "5");
    CHECK(substituted(layer, {{{"a", "bad"}}}).layer.data == "zz");
    CHECK(substituted("DATA \"%a%\"", {}, "VALIDATION \"default_a\" \"w\" END").layer.data == "w");
}

TEST_CASE("substitution: the environment wins over the request and is validated, too")
{
    auto const environment = [](char const* name) -> char const* {
        return std::string_view{name} == "a" ? "9" : nullptr;
    };
    auto const layer = "DATA \"%a%\"" + std::string{digits};
    CHECK(substituted(layer, five, "", environment).layer.data == "9");
    CHECK(substituted(layer, {}, "", environment).layer.data == "9");
}

TEST_CASE("substitution: values that hold tokens do not grow without end")
{
    std::string tokens;
    for (int i = 0; i < 3000; ++i) {
        tokens += "%b%";
    }
    auto const layer = "METADATA \"x\" \"%a%\" END VALIDATION \"a\" \".\" \"b\" \".\" END";
    auto const length_with = [&](std::string const& b) {
        return substituted(layer, {{{"a", tokens}, {"b", b}}}).layer.metadata.find("x")->size();
    };
    CHECK(length_with("b") == 3000);
    CHECK_THROWS_WITH_AS((void)length_with(std::string(1000, 'b')),
                         "the parameter \"b\" makes a text of the map longer than 1 MiB",
                         ms::Error);
}

TEST_CASE("substitution: immutable in WEB turns it off, defaults included")
{
    CHECK(substituted("DATA \"%a%\" VALIDATION \"a\" \".\" \"default_a\" \"7\" END", five,
                      "VALIDATION \"immutable\" \"yes\" END")
              .layer.data == "%a%");
}

TEST_CASE("substitution: is applied only where it can change something")
{
    auto const has = [](std::string const& layer) {
        auto const map = map_of("MAP LAYER TYPE POINT " + layer + " END END");
        return has_substitutions(*map, map->layers[0]);
    };
    CHECK(has("DATA '%a%' VALIDATION 'a' '.' END"));
    CHECK_FALSE(has("DATA '%a%'"));
    CHECK_FALSE(has("DATA 'a' VALIDATION 'a' '.' END"));
}

TEST_CASE("substitution: WEB and OUTPUTFORMAT")
{
    auto const map =
        map_of("MAP WEB TEMPLATE '%a%.html' METADATA 'k' '%a%' END VALIDATION 'a' '.' END END\n"
               "OUTPUTFORMAT DRIVER 'AGG/PNG' FORMATOPTION 'GAMMA=%a%' END END");
    auto const web = substitute(*map, map->web, {five});
    CHECK(web.template_path == "5.html");
    CHECK(*web.metadata.find("k") == "5");
    CHECK(*substitute(*map, map->output_formats[0], {five}).options.find("GAMMA") == "5");
}

TEST_CASE("scale tokens: the entry at or below the scale, in every field they reach")
{
    auto const layer =
        layer_of("SCALETOKEN NAME \"%g%\" VALUES \"0\" \"fine\" \"5000\" \"coarse\" END END\n"
                 "DATA \"geom from %g%\" PROCESSING \"X=%g%\" TILEINDEX \"%g%\"");
    CHECK(value_at(layer.scale_tokens[0], 0) == "fine");
    CHECK(value_at(layer.scale_tokens[0], 4999) == "fine");
    CHECK(value_at(layer.scale_tokens[0], 5000) == "coarse");
    auto const coarse = at_scale(layer, 10000);
    CHECK(coarse.data == "geom from coarse");
    CHECK(coarse.processing[0] == "X=coarse");
    CHECK(coarse.tile_index == "coarse");
    CHECK(coarse.scale_tokens.empty());
}

TEST_CASE("scale tokens: limits begin with 0 and rise")
{
    CHECK(errors_in("MAP LAYER TYPE POINT SCALETOKEN NAME '%a%' VALUES\n'1' 'a' END END END END") ==
          "2:1 scale denominators of VALUES begin with \"0\" and rise\n");
    CHECK(errors_in("MAP LAYER TYPE POINT SCALETOKEN NAME '%a%' END END END") ==
          "1:22 SCALETOKEN needs NAME and VALUES\n");
}

TEST_CASE("substitution: a value of more than 64 KiB is rejected")
{
    auto const outcome = substituted("DATA \"x %a% y\"" + std::string{digits}, long_value);
    CHECK(outcome.layer.data == "x %a% y");
    REQUIRE(outcome.rejected.size() == 1);
    CHECK(outcome.rejected.front() == "the value of the parameter \"a\" is longer than 64 KiB");
}
