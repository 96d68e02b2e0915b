// SPDX-License-Identifier: MIT
// By default, expected texts are those of MapServer 8.0.0 for UTFDATA with this expression on an
// inline feature with these ITEMS.
#include "unit/expr/one_row.hpp"

#include <doctest/doctest.h>

using expr_tests::OneRow;

namespace {

OneRow const row{{"n", "3"},   {"s", "abc"},          {"e", ""},
                 {"f", "2.5"}, {"big", "12345678.9"}, {"h", "hELLO wORLD"},
                 {"z", "0"},   {"a]b", "x"}};

struct Case {
    char const* expression;
    char const* text;
};

void check(std::initializer_list<Case> cases)
{
    for (auto const& [expression, text] : cases) {
        CAPTURE(expression);
        CHECK(row.text(expression) == text);
    }
}

} // namespace

TEST_CASE("text: numbers as %g, conditions as words")
{
    check({{"([n])", "3"},
           {"([big])", "1.23457e+07"},
           {"(1/3)", "0.333333"},
           {"(1e10*3)", "3e+10"},
           {"(1234567)", "1.23457e+06"},
           {"(0.1+0.2)", "0.3"},
           {"(1e-7)", "1e-07"},
           {"(007)", "7"},
           {"([n] = 3)", "true"},
           {"([n] = 4)", "false"},
           {"(true)", "true"},
           {"(not false)", "true"}});
}

TEST_CASE("text: + strings texts together")
{
    check({{"(\"[s]\" + \"d\")", "abcd"},
           {"('[s]' + ' ' + '[e]' + '!')", "abc !"},
           {"(upper(\"[s]\") + lower(\"X\"))", "ABCx"},
           {"(tostring([n],\"%.1f\") + \"x\")", "3.0x"}});
    check({{"(\"[s]\" + [n])", "abc3"}, {"([n] + \"x\")", "3x"}}); // refused by MapServer
}

TEST_CASE("text: only a whole string is an attribute")
{
    check({{"(\"x[s]y\")", "x[s]y"}, {"(\"[s]\")", "abc"}});
    check({{"(\"[s]-[n]\")", "[s]-[n]"}}); // "" in MapServer, for an attribute called s]-[n
}

TEST_CASE("text: a doubled bracket belongs to the attribute's name")
{
    // MapServer since 8.4 (reference); 8.0.0 finds no such attribute.
    check({{"(\"[a]]b]\")", "x"}});
}

TEST_CASE("text: backslashes escape quotes and themselves")
{
    check({{"(\"it\\'s\")", "it's"},
           {"('it\\'s \"x\"')", "it's \"x\""},
           {"(\"a\\\\b\")", "a\\b"},
           {"(\"a\\nb\")", "a\\nb"}});
}

TEST_CASE("text: rounding takes halves to the even number")
{
    check({{"(round(2.5))", "2"},
           {"(round(3.5))", "4"},
           {"(round(-2.5))", "-2"},
           {"(round(1234.567))", "1235"},
           {"(round(-7,5))", "-5"},
           {"(round(-8,5))", "-10"},
           {"(round(7.49,0.1))", "7.5"},
           {"(round(12,-5))", "10"},
           {"(round(1.5,1))", "2"}});
}

TEST_CASE("text: remainders of whole numbers, with the sign of the first")
{
    check({{"(7.9%2)", "1"}, {"(-7%2)", "-1"}, {"(7%-2)", "1"}, {"(7%2.9)", "1"}});
}

TEST_CASE("text: precedence")
{
    check({{"(2 * 3 ^ 2)", "18"},
           {"(10 - 2 * 3)", "4"},
           {"(10 / 4 * 2)", "5"},
           {"(10 % 4 * 2)", "4"},
           {"(2 + 3 % 2)", "3"},
           {"(2^-1)", "0.5"},
           {"(0^0)", "1"},
           {"(3*-2)", "-6"},
           {"(3--2)", "5"},
           {"(3+-2)", "1"}});
}

TEST_CASE("text: letters change case, those of ASCII")
{
    check({{"(upper(\"\xC3\xA4"
            "bc\"))",
            "\xC3\xA4"
            "BC"},
           {"(lower(\"\xC3\x84"
            "BC\"))",
            "\xC3\x84"
            "bc"},
           {"(initcap(\"[h]\"))", "Hello World"},
           {"(initcap(\"a-b c_d e.f\"))", "A-b C_d E.f"},
           {"(initcap(\"  ab  cd\"))", "  Ab  Cd"},
           {"(firstcap(\"[h]\"))", "Hello world"},
           {"(firstcap(\"\"))", ""},
           {"(UPPER(\"a\"))", "A"}});
}

TEST_CASE("text: casefold() knows the letters of other scripts")
{
    // PostgreSQL's lower() in a database of UTF-8 with LC_CTYPE C.UTF-8.
    CHECK(row.text("(casefold(\"Z\xC3\x9CRICH \xCE\x91\xD0\x96 \xF0\x90\x90\x80\"))") ==
          "z\xC3\xBCrich \xCE\xB1\xD0\xB6 \xF0\x90\x90\xA8");
    CHECK(row.text("(casefold(\"A\xFF\xC3\"))") == "a\xFF\xC3"); // no UTF-8
}

TEST_CASE("text: div drops the decimal places of the quotient")
{
    CHECK(row.text("(7 div 2)") == "3");
    CHECK(row.text("(-7 div 2)") == "-3");
    CHECK(row.text("(7.5 div 2.5 * 2)") == "6");
    CHECK(row.text("(1 div 0)") == "");
}

TEST_CASE("text: tostring() formats one number")
{
    check({{"(tostring([f],\"%.2f\"))", "2.50"},
           {"(tostring([f],\"%5.1f|\"))", "  2.5|"},
           {"(tostring([f],\"a%.1fb%%\"))", "a2.5b%"},
           {"(tostring([f],\"%-8.2f|\"))", "2.50    |"},
           {"(tostring([f],\"%08.2f\"))", "00002.50"},
           {"(tostring([f],\"%+.1f\"))", "+2.5"},
           {"(tostring([f],\"%g\"))", "2.5"},
           {"(tostring([f],\"%.3e\"))", "2.500e+00"},
           {"(tostring([big],\"%'.2f\"))", "12345678.90"},
           {"(tostring([big],\"%lf\"))", "12345678.900000"},
           {"(tostring([f],\"no\"))", "no"},
           {"(tostring([f],\"%\"))", "%"}});
    check({{"(tostring([big],\"%d\"))", "12345678"}, {"(tostring(-2.9,\"%i\"))", "-2"}});
}

TEST_CASE("text: commify() sets commas in the first run of digits")
{
    check({{"(commify(\"1234\"))", "1,234"},
           {"(commify(\"-1234567\"))", "-1,234,567"},
           {"(commify(\"12345678.12345\"))", "12,345,678.12345"},
           {"(commify(\"123\"))", "123"},
           {"(commify(\"\"))", ""},
           {"(commify(tostring([big],\"%.1f\")))", "12,345,678.9"}});
    // "-,123", "1,e10" and "123,4 5,678" in MapServer, which counts all characters.
    check({{"(commify(\"-123\"))", "-123"},
           {"(commify(\"1e10\"))", "1e10"},
           {"(commify(\"1234 5678\"))", "1,234 5678"}});
}

TEST_CASE("text: what cannot be computed is empty")
{
    check({{"([n]/[z])", ""}, {"(tostring([n]/[z],\"%.1f\"))", ""}, {"([n]/[z] = 1)", ""}});
}

TEST_CASE("text: a template strings pieces and attributes together")
{
    auto const made = [](std::string_view text) {
        std::string out;
        ms::expr::Bound bound{ms::expr::parse_text_template(text), row.columns};
        bound.append_text(row.batch, 0, out);
        return out;
    };
    CHECK(made("[s] ([n])") == "abc (3)");
    CHECK(made("[s]") == "abc");
    CHECK(made("plain \"text\"") == "plain \"text\"");
    CHECK(made("[] [s") == "[] [s");
    CHECK(made("").empty());
}

TEST_CASE("number: conditions are 1 or 0, texts must be entirely a number")
{
    auto const number = [](std::string_view text) { return row.bind(text).number(row.batch, 0); };
    CHECK(number("([n] * 2)") == 6);
    CHECK(number("([n] = 3)") == 1);
    CHECK(number("(\"[f]\")") == 2.5);
    CHECK_FALSE(number("(\"[s]\")"));
    CHECK_FALSE(number("([n] / [z])"));
}

TEST_CASE("text: a sum of texts ends after a megabyte")
{
    std::string const long_text(100'000, 'x');
    OneRow const wide{{"t", long_text}};
    std::string sum = "(\"[t]\"";
    for (int i = 0; i < 150; ++i) { // 15 MB
        sum += "+\"[t]\"";
    }
    CHECK(wide.text(sum + ")").size() == 11 * long_text.size());
}
