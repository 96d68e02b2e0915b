// SPDX-License-Identifier: MIT
#include "expr/node.hpp"
#include "expr/print.hpp"
#include "unit/expr/one_row.hpp"

#include <doctest/doctest.h>

using ms::expr::Expression;
using ms::expr::parse;
using ms::expr::print;

namespace {

void stays_the_same(Expression const& expression)
{
    auto const text = print(expression);
    CAPTURE(text);
    auto const again = parse(text);
    CHECK(*again.root() == *expression.root());
    CHECK(print(again) == text);
}

} // namespace

TEST_CASE("print: canonical spelling, parentheses only where they matter")
{
    auto const printed = [](std::string_view text) { return print(parse(text)); };
    CHECK(printed("(([a]==1)AND(('[b]' NE \"x\")))") == "([a] = 1 and \"[b]\" != \"x\")");
    CHECK(printed("(([a]=1 || [a]=2) && ![b])") == "(([a] = 1 or [a] = 2) and not [b])");
    CHECK(printed("([a]+2*([b]-3))") == "([a] + 2 * ([b] - 3))");
    CHECK(printed("([a]-([b]-[c]))") == "([a] - ([b] - [c]))");
    CHECK(printed("(([a]^[b])^[c])") == "(([a] ^ [b]) ^ [c])");
    CHECK(printed("([a]^[b]^[c])") == "([a] ^ [b] ^ [c])");
    CHECK(printed("(-([a]^2))") == "(-([a] ^ 2))");
    CHECK(printed("([a] in 'x,y')") == "([a] in \"x,y\")");
    CHECK(printed("([shape] Intersects fromText('POINT(1 2)'))") ==
          "(intersects([shape], fromtext(\"POINT(1 2)\")))");
    CHECK(printed("([s] = 'X'i)") == "(\"[s]\" =* \"X\")");
    CHECK(printed("(true)") == "(true)");
    CHECK(print(Expression{}) == "(true)");
}

TEST_CASE("print: parse() reads it as the same tree")
{
    for (auto const* const text :
         {"([n] = 3)",
          "(not ([a] = 1 or \"[b]\" ~ '^[a-z]\\d'))",
          "((not [a]) = 1)",
          "(-[a]^2 + -3 ^ [b])",
          "((-[a]) ^ 2)",
          "(- -[a])",
          "(1 < [a] < 3)",
          "([a] % 3 / [b])",
          "(`[t]` >= `2024-01-02T03:04:05Z`)",
          "([a`b] = `2024`)",
          "([a\"b\\c] = 'x')",
          "(\"[a]]b]\" = [c]]])",
          "(\"it's \\\"quoted\\\" \\\\ \" = '[q]')",
          "('[' + 'x]' = [q])",
          "([q] in '[x]')",
          "('a' + ('b' + '[c]'))",
          "('[a]' + 'b' + ('c' + '[d]'))",
          "('[[' + '[x]]' = [q])",
          "('[a]' + ('[' + 'b]') + 'c')",
          "([q] ~ '[x]')",
          "([q] ~* '')",
          "('[a]' in '[b]')",
          "('[a]' + 'b' + upper('[c]'))",
          "(length('abc'i + '[a]'))",
          "(tostring([n]/1000, \"%.1f km\"))",
          "(round([n], 1e-300) = 1e300)",
          "(dwithin([shape], buffer(fromText('POINT(1 2)'), [map_cellsize]), 5))",
          "(smoothsia([shape], 3, 1, \"all\"))",
          "(([a] = 1) = true)",
          "([a] = 1 and ([b] = 2 or [c] = 3 and [d] = 4))"}) {
        CAPTURE(text);
        stays_the_same(parse(text));
    }
}

TEST_CASE("print: the forms of CLASSITEM and of templates too")
{
    stays_the_same(ms::expr::equals("na]me", "[x]", false));
    stays_the_same(ms::expr::equals("name", "a\\b\"c'", true));
    stays_the_same(ms::expr::matches("name", "[[:alpha:]]+\\.\"", true));
    stays_the_same(ms::expr::is_in_list("name", "a, b,\"c\",'d',\\,"));
    stays_the_same(ms::expr::is_in_list("name", ""));
    stays_the_same(ms::expr::parse_text_template("a[]b [name] (\"[code]\")"));
    stays_the_same(ms::expr::both(parse("([a]=1 or [b]=2)"), ms::expr::equals("c", "x", false)));
}

TEST_CASE("print: the highest tree that can be read can be read again")
{
    std::string signs;
    for (int i = 0; i < 98; ++i) {
        signs += "-[a]^";
    }
    stays_the_same(parse("(" + signs + "2)"));
}
