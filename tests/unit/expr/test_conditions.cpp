// SPDX-License-Identifier: MIT
// By default, expected values are those of MapServer 8.0.0 for a CLASS with this EXPRESSION on an
// inline feature with these ITEMS.
#include "unit/expr/one_row.hpp"

#include <doctest/doctest.h>

using expr_tests::OneRow;

namespace {

OneRow const row{{"n", "3"},      {"s", "abc"},   {"e", ""},     {"z", "0"},    {"neg", "-3"},
                 {"u", "12abc"},  {"S2", "ABC"},  {"q", "it's"}, {"w", " 12 "}, {"x", "1e3"},
                 {"hex", "0x10"}, {"nan", "nan"}, {"inf", "inf"}};

} // namespace

TEST_CASE("condition: numbers compare as numbers, in all spellings of the operators")
{
    row.check_all_hold({"([n] = 3)", "([n] = 3.0)", "([n] == 3)", "([n] eq 3)", "([n] gt 2)",
                        "([n] ge 3)", "([n] le 3)", "([n]= -3 or [n] =3)", "([n] = 3.)", "(3 gt 2)",
                        "(1eq 1)", "(1=1and 2=2)", "(1e3 = 1000)", "(.5 = 0.5)"});
    row.check_none_holds(
        {"([n] = 4)", "([n] ne 3)", "([n] != 3)", "([n] lt 2)", "([n] > 3)", "([n] < 3)"});
}

TEST_CASE("condition: an attribute without quotes is the number its text begins with")
{
    row.check_all_hold(
        {"([e] = 0)", "([u] = 12)", "([w] = 12)", "([x] = 1000)", "([hex] = 16)", "([inf] > 1)"});
    row.check_none_holds({"([nan] = [nan])", "([nan] < 1)", "([nan] >= 1)"});
}

TEST_CASE("condition: texts compare byte by byte")
{
    row.check_all_hold({"(\"[s]\" = \"abc\")", "('[s]'='abc')", "(\"[s]\" > \"abb\")",
                        "(\"B\" < \"a\")", "(\"10\" < \"9\")", "(\"abc\" ne \"abd\")",
                        "(\"[e]\" = \"\")", "(\"[q]\" = \"it's\")", "(\"[q]\" = 'it\\'s')",
                        "(\"a\\\"b\" = 'a\"b')"});
    row.check_none_holds({"(\"[n]\" = \"3.0\")", "(\"x[s]\" = \"xabc\")", "(\"[s]\" = \"ABC\")"});
}

TEST_CASE("condition: =* and ~* ignore case, =* that of ASCII letters only")
{
    row.check_all_hold({"(\"[s]\" =* \"ABC\")", "(\"[s]\" ~* \"B\")",
                        "(\"\xC3\x84"
                        "B\" ~* \"\xC3\xA4"
                        "b\")"});
    row.check_none_holds({"(\"[s]\" ~ \"B\")", "(\"\xC3\x84"
                                               "B\" =* \"\xC3\xA4"
                                               "b\")"});
}

TEST_CASE("condition: a text with the suffix i is equal in any case")
{
    // MapServer reads the suffix in parentheses too, but then no value is equal.
    row.check_all_hold({"(\"[s]\" = \"ABC\"i)", "(\"ABC\"i = \"[s]\")", "(\"[s]\" != \"x\"i)"});
    row.check_none_holds({"(\"[s]\" != \"ABC\"i)"});
}

TEST_CASE("condition: regular expressions are found anywhere, in an empty text never")
{
    row.check_all_hold({"(\"[s]\" ~ \"b\")", "(\"[s]\"~\"^a\")", "(\"aaa\" ~ \"^a{3}$\")",
                        "(\"a.b\" ~ \"a\\.b\")", "(\"ab\" ~ \"a|b\")", "(\"x\" ~ \"\")",
                        "(\"[s]\" ~ \"[[:alpha:]]\")", "(\"[\" ~ \"[[]\")"});
    row.check_none_holds({"(\"[e]\" ~ \".*\")", "(\"[e]\" ~ \"\")", "(\"\" ~ \"^$\")",
                          "(\"x\" ~ \"^$\")", "(\"aaa\" ~ \"^a{2}$\")"});
}

TEST_CASE("condition: a pattern in brackets is a pattern")
{
    // MapServer takes "[a-z]" for an attribute, which is not there, and an empty pattern then.
    row.check_all_hold({"(\"[s]\" ~ \"[a-z]\")"});
    row.check_none_holds({"(\"[n]\" ~ \"[a-z]\")"});
}

TEST_CASE("condition: a dot matches a line feed and $ the very end, as in POSIX")
{
    // IEEE Std 1003.1-2017, 9.4.4 and 9.4.9, without REG_NEWLINE
    OneRow const lines{{"t", "a\nb\n"}};
    CHECK(lines.holds("(\"[t]\" ~ \"a.b\")"));
    CHECK_FALSE(lines.holds("(\"[t]\" ~ \"b$\")"));
}

TEST_CASE("condition: IN compares a text with the parts of a list, neither trimmed nor unquoted")
{
    row.check_all_hold({"(\"[s]\" in \"abc,def\")", "(\"b\" IN \"a,b\")", "(\"[e]\" in \"\")",
                        "(\"[e]\" in \"a,,b\")", "(\"[e]\" in \",a\")", "(\"[e]\" in \"a,\")",
                        "(\"abc\" in \"[s]\")"});
    row.check_none_holds({"(\"[s]\" in \"def, abc\")", "(\"[s]\" in \"def,abc \")",
                          "(\"[n]\" in \"1,2,3.0\")", "(3 in \"1;3\")"});
}

TEST_CASE("condition: IN compares a number with the numbers the parts begin with")
{
    row.check_all_hold({"([n] in \"1,2,3\")", "([n] in \"1, 2, 3\")", "([n] in \"1,2,3.0\")",
                        "(0 in \"abc\")", "(0 in \"\")"});
    row.check_none_holds({"([n] in \"1,2\")", "(3 in \"a3\")"});
}

TEST_CASE("condition: IN compares with the parts of a computed list: numbers or texts")
{
    OneRow const lists{{"a", "5"}, {"b", "5.0,7"}, {"c", "abcde"}};
    lists.check_all_hold({"([a] in \"[b]\")", "(5 in \"[b]\")", "(7 in \"[b]\")",
                          "(length(\"[c]\") in \"[b]\")", "(\"7\" in \"[b]\")"});
    lists.check_none_holds({"(\"[a]\" in \"[b]\")", "(\"5\" in \"[b]\")", "(8 in \"[b]\")",
                            "((5 in \"5\") in \"[b]\")"});
}

TEST_CASE("condition: AND, OR, NOT in all spellings")
{
    row.check_all_hold({"([n] = 3 and [z] = 0)", "([n] = 3 || [z] = 1)", "(1 Or 0)", "(NOT 0)",
                        "(!0)", "(!(1=2))", "(! ! (1=1))", "(not not 1=1)", "(1 or 0 and 0)",
                        "(\"[s]\" = \"abc\" and not \"[n]\" = \"x\")"});
    row.check_none_holds({"([n] = 3 && [z] = 1)", "(1 AND 0)", "(not [n])", "(!true)"});
}

TEST_CASE("condition: NOT reaches over a comparison, but not over AND")
{
    row.check_all_hold({"(not [n] = 4)", "(!\"[s]\" = \"x\")"});
    row.check_none_holds({"(not [n] = 3)", "(not 1 = 2 and 1 = 2)"});
}

TEST_CASE("condition: numbers are true unless 0, texts always")
{
    row.check_all_hold(
        {"([n])", "(1)", "(true)", "(TRUE)", "(![z])", "(\"[s]\")", "(\"[e]\")", "(\"\")"});
    row.check_none_holds({"([z])", "(0)", "(false)"});
}

TEST_CASE("condition: conditions compare with conditions, and have the values 1 or 0")
{
    row.check_all_hold({"((\"a\" = \"a\") = true)", "([n] > 2 = true)"});
    // MapServer refuses these.
    row.check_all_hold({"(([n] = 3) = 1)", "(3 > 2 > 0)", "(1 + true = 2)"});
    row.check_none_holds({"(3 > 2 > 1)"});
}

TEST_CASE("condition: arithmetic")
{
    row.check_all_hold({"(1+2*3 = 7)", "((1+2)*3 = 9)", "(8/2/2 = 2)", "(8 - 4 - 2 = 2)",
                        "([n]^2 = 9)", "(2^3^2 = 512)", "([n]%2 = 1)", "([neg]%2 = -1)",
                        "(7.9%2 = 1)", "(-2^2 = 4)", "([n] - 1 = 2)", "(length(\"[s]\") = 3)",
                        "(length(\"\xC3\xA4\xC3\xB6\") = 4)", "(round(7,5) = 5)",
                        "(round(8,5) = 10)", "(area([shape]) = 100)"});
}

TEST_CASE("condition: unary minus negates")
{
    // In MapServer -[n] is [n].
    row.check_all_hold({"(-[n] = -3)", "(-[n] = [neg])", "(-(1 + 2) = -3)", "(-(-[n]) = 3)"});
}

TEST_CASE("condition: a minus needs no spaces")
{
    // MapServer reads 2-1 as two numbers, a syntax error.
    row.check_all_hold({"([n]-1 = 2)", "(2-1 = 1)", "(8-4-2 = 2)"});
}

TEST_CASE("condition: a failed computation is not true, nor is its negation, and it is counted")
{
    auto bound = row.bind("([n]/[z] = 1)");
    CHECK_FALSE(bound.is_true(row.batch, 0));
    CHECK(bound.failures() == 1);
    std::vector<std::uint32_t> rows{0};
    bound.select(row.batch, rows);
    CHECK(rows.empty());
    CHECK(bound.failures() == 2);

    row.check_none_holds({"([n]/[z] != 1)", "(not ([n]/[z] = 1))", "([n] % [z] = 1)",
                          "([n] % 0.5 = 1)", "(round([n], 0) = 3)", "([n]/[z])", "(1/0 = 1)"});
}

TEST_CASE("condition: AND and OR may be known despite an operand that cannot be computed")
{
    // As in SQL; in MapServer the whole expression fails.
    row.check_all_hold({"([n] = 3 or [n]/[z] = 1)", "([n]/[z] = 1 or [n] = 3)",
                        "(not ([n]/[z] = 1 and [n] = 4))"});
    row.check_none_holds({"([n] = 3 and [n]/[z] = 1)", "(not ([n]/[z] = 1 or [n] = 4))"});
}

TEST_CASE("condition: an attribute takes the type of the other operand")
{
    // MapServer refuses all of these.
    row.check_all_hold({"([s] = \"abc\")", "(\"[n]\" < 12)", "([s] ~ \"^a\")", "([s] =* \"ABC\")",
                        "([s] + \"d\" = \"abcd\")", "(\"[n]\" * 2 = 6)", "([q] = \"[q]\")"});
    row.check_none_holds({"([n] = \"3.0\")"});
}

TEST_CASE("condition: names of attributes fold case where no column has the very name")
{
    OneRow const both{{"a", "1"}, {"A", "2"}, {"Pop", "3"}};
    CHECK(both.holds("([A] = 2 and [a] = 1 and [POP] = 3)"));
}

TEST_CASE("condition: ranges and sets of one column")
{
    row.check_all_hold({"([n] >= 3 and [n] < 4)", "([n] > 2 and [n] <= 3)", "(2 < [n] and 4 > [n])",
                        "(\"[s]\" = \"x\" or \"[s]\" = \"abc\")",
                        "(\"[s]\" in \"x,y\" or \"[s]\" = \"abc\")"});
    row.check_none_holds({"([n] > 3 and [n] < 4)", "([n] >= 2 and [n] < 3)",
                          "([nan] > 1 and [nan] < 4)", "([n] > 2 and [z] > 2)",
                          "(\"[s]\" = \"x\" or \"[s]\" = \"abcd\")",
                          "(\"[s]\" = \"x\" or \"[q]\" = \"abc\")"});
}

TEST_CASE("condition: NULL as OGC filters write it")
{
    // Their SQL is IS NULL: the reference's section on expressions.
    ms::feature::FeatureBatch batch;
    batch.reset(1);
    batch.attributes[0].append_null();
    batch.attributes[0].append("");
    std::vector<std::string> const columns{"a"};
    ms::expr::Bound is_null{ms::expr::parse("(\"[a]\" = \"_MAPSERVER_NULL_\")"), columns};
    CHECK(is_null.is_true(batch, 0));
    CHECK_FALSE(is_null.is_true(batch, 1));
    ms::expr::Bound is_not_null{ms::expr::parse("(\"[a]\" != \"_MAPSERVER_NULL_\")"), columns};
    CHECK_FALSE(is_not_null.is_true(batch, 0));
    CHECK(is_not_null.is_true(batch, 1));
}

TEST_CASE("condition: the map's cell size comes from the environment")
{
    CHECK(row.holds("([map_cellsize] = 0.5)"));
}
