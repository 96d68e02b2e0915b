// SPDX-License-Identifier: MIT
#include "expr/node.hpp"
#include "unit/expr/one_row.hpp"

#include <doctest/doctest.h>

using expr_tests::complaint;
using expr_tests::complaint_about;
using ms::expr::parse;

namespace {

bool is_complaint(std::string_view expression, std::string_view part)
{
    auto const message = complaint_about(expression);
    CAPTURE(message);
    return message.find(part) != std::string::npos;
}

std::string repeated(std::string_view text, int times)
{
    std::string out;
    for (int i = 0; i < times; ++i) {
        out += text;
    }
    return out;
}

} // namespace

TEST_CASE("parse: an error names its column")
{
    CHECK(complaint_about("([n] = )") == "column 8: unexpected \")\"");
    CHECK(complaint_about("([n] = 3 or)") == "column 12: unexpected \")\"");
    CHECK(complaint_about("([n] = 3") == "column 9: expected )");
    CHECK(complaint_about("([n] 3)") == "column 6: expected )");
    CHECK(complaint_about("") == "column 1: the expression ends too early");
    CHECK(complaint_about("(\"abc)") == "column 2: no closing \"");
    CHECK(complaint_about("([abc)") == "column 2: no attribute name in [ ]");
    CHECK(complaint_about("(1 = foo)") == "column 6: unknown word \"foo\"");
    CHECK(complaint_about("(1 ; 2)") == "column 4: unexpected \";\"");
    CHECK(complaint_about("(1.2.3)") == "column 2: \"1.2.3\" is no number");
}

TEST_CASE("parse: syntax errors of MapServer 8.0.0 are errors")
{
    for (auto const* const text :
         {"([n] =! 3)", "([n] >! 1)", "([n] => 3)", "([n] =< 3)", "([n] in 3)", "([n] in)",
          "([n] = 3) and", "(\"a\" \"b\")", "(+3)", "(0x10 = 16)", "([n] between 1 and 3)",
          "([n] IS NULL)", "(\"a\" ~ /a/)", "(\"a\" and \"b\")", "(not \"a\")", "()"}) {
        CAPTURE(text);
        CHECK_FALSE(complaint_about(text).empty());
    }
}

TEST_CASE("parse: operands must fit")
{
    CHECK(is_complaint("(\"a\" = 1)", "column 6: cannot compare text with a number"));
    CHECK(is_complaint("([shape] = 1)", "cannot compare a shape with a number"));
    CHECK(is_complaint("(`[t]` = 5)", "cannot compare a time with a number"));
    CHECK(is_complaint("(`[t]` = \"abc\")", "cannot compare a time with text"));
    CHECK(is_complaint("(`garbage` = `[t]`)", "\"garbage\" is no time"));
    CHECK(is_complaint("(1 + \"a\")", "what is added must be text, not a number") !=
          is_complaint("(1 + \"a\")", "what is added must be a number, not text"));
    CHECK(is_complaint("(upper(1))", "upper(): argument 1 must be text, not a number"));
    CHECK(is_complaint("(area(1))", "area(): argument 1 must be a shape, not a number"));
    CHECK(is_complaint("(round(1,2,3))", "round() does not take 3 arguments"));
    CHECK(is_complaint("(\"a\" ~ [b])", "~ needs a regular expression in quotes"));
    CHECK(is_complaint("(\"a\" < \"b\"i)", "only = and != take a text with suffix i"));
}

TEST_CASE("parse: a malformed regular expression is refused with its place")
{
    CHECK(is_complaint("(\"x\" ~ \"[\")", "missing terminating ]"));
    CHECK(is_complaint("(\"x\" ~ \"a(b\")", "at character 4"));
    CHECK_FALSE(complaint([] { static_cast<void>(ms::expr::matches("a", "(", false)); }).empty());
}

TEST_CASE("parse: formats that would reach beyond printf's number are refused")
{
    for (auto const* const format :
         {"%s", "%n", "%*f", "%a", "%2000f", "%.1f%.1f", "%c", "%p", "%.1025f", "%5", "%hhd"}) {
        CAPTURE(format);
        CHECK(is_complaint("(tostring(1,\"" + std::string{format} + "\"))",
                           "tostring(): the format"));
    }
    CHECK(is_complaint("(tostring(1,\"[format]\"))", "takes a constant text"));
}

TEST_CASE("parse: shapes are known")
{
    for (auto const* const text :
         {"([shape] intersects fromText(\"POINT(1 1)\"))", "(dwithin([shape], [shape], 5))",
          "([shape] = fromText(\"POINT(1 1)\"))", "(area(buffer([shape],1)) > 100)",
          "(smoothsia(centerline(densify([shape], 5))))", "(javascript([shape],\"f\"))",
          "(outer([shape]))"}) {
        CAPTURE(text);
        auto const expression = parse(text);
        CHECK(expression.uses_shape());
    }
    CHECK(is_complaint("(fromText(\"POINT(1\"))", "malformed WKT"));
    CHECK(is_complaint("(fromText(\"[a]\"))", "takes a constant text"));
}

TEST_CASE("parse: attributes are named once, in order of first use")
{
    auto const expression = parse("([b] > [a] and \"[b]\" = 'x' or `[C]` > `2024`)");
    CHECK(
        std::vector<std::string>(expression.attributes().begin(), expression.attributes().end()) ==
        std::vector<std::string>{"b", "a", "C"});
    CHECK_FALSE(expression.uses_shape());
    CHECK(ms::expr::Expression{}.attributes().empty());
}

TEST_CASE("parse: an attribute that is not a column is named")
{
    std::vector<std::string> const columns{"a"};
    CHECK(complaint([&] {
              ms::expr::Bound{parse("([widht] > 3)"), columns};
          }) == "unknown attribute [widht]");
}

TEST_CASE("parse: constant parts are computed at once")
{
    using ms::expr::NumberLiteral;
    auto const number = [](std::string_view text) {
        auto const expression = parse(text); // owns the node
        auto const* const literal = std::get_if<NumberLiteral>(&expression.root()->value);
        return literal == nullptr ? -1 : literal->value;
    };
    CHECK(number("(1 + 2 * 3)") == 7);
    CHECK(number("(length(upper('abc') + 'd'))") == 4);
    CHECK(number("('a' in 'a,b' and `2024-05` = `2024`)") == 1);
    CHECK(number("(1/0)") == -1); // has no value
    CHECK(number("([a] = 1)") == -1);
}

TEST_CASE("parse: chains of AND and OR are flat")
{
    using ms::expr::Operation;
    auto const expression = parse("([a]=1 or [a]=2 or ([a]=3 or [a]=4))");
    CHECK(std::get<Operation>(expression.root()->value).operands.size() == 4);
    auto const both = ms::expr::both(parse("([a]=1 and [b]=2)"), parse("([c]=3)"));
    CHECK(std::get<Operation>(both.root()->value).operands.size() == 3);
}

TEST_CASE("parse: depth, length and number of parts are bounded")
{
    CHECK(is_complaint(repeated("(", 5000) + "1" + repeated(")", 5000), "nested too deeply"));
    CHECK(is_complaint("(" + repeated("not ", 5000) + "1)", "nested too deeply"));
    CHECK(is_complaint("(" + repeated("-", 5000) + "[a])", "nested too deeply"));
    CHECK(is_complaint("(" + repeated("[a] ^ ", 5000) + "1)", "nested too deeply"));
    CHECK(is_complaint("(" + repeated("[a] + ", 5000) + "1)", "nested too deeply"));
    CHECK(is_complaint("(" + repeated("[a] = 1 or ", 100000) + "1=1)", "longer than 1 MiB"));
    CHECK(is_complaint("(" + repeated("[a]=1 or ", 10000) + "1=1)", "the expression is too long"));
    CHECK(complaint_about("(" + repeated("[a]=1 or ", 4000) + "1=1)").empty());
    CHECK(is_complaint("(\"a\" ~ \"" + repeated("a", 70000) + "\")", "longer than 64 KiB"));
}
