// SPDX-License-Identifier: MIT
#include "expr/column_tests.hpp"
#include "expr/scalar.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

using ms::expr::Interval;
using ms::expr::interval_of;
using ms::expr::leading_number;
using ms::expr::Operator;

TEST_CASE("leading number: as C's strtod, which MapServer calls")
{
    for (auto const* const text : {"",
                                   "0",
                                   "-0",
                                   "3",
                                   "-3",
                                   "+3",
                                   "12abc",
                                   "abc",
                                   " 12 ",
                                   "\t7",
                                   "1e3",
                                   "1e",
                                   "1e+",
                                   "0.1",
                                   "-.5",
                                   "5.",
                                   ".",
                                   "-",
                                   "+",
                                   "--3",
                                   "-+3",
                                   "1.2.3",
                                   "0x10",
                                   "0x",
                                   "-0x1.8p1",
                                   "inf",
                                   "-Infinity",
                                   "1e400",
                                   "1e-400",
                                   "2.5e-310",
                                   "123456789012345",
                                   "1234567890123456",
                                   "0.123456789012345",
                                   "999999999999999.5",
                                   "9007199254740993",
                                   "0.30000000000000004",
                                   "1,5",
                                   "1 2"}) {
        CAPTURE(text);
        auto const expected = std::strtod(text, nullptr);
        CHECK(leading_number(text) == expected);
        CHECK(std::signbit(leading_number(text)) == std::signbit(expected));
    }
    CHECK(std::isnan(leading_number("NaN")));
}

TEST_CASE("interval: open ends do not contain their bound")
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    auto const contains = [](Operator op, double bound, double value) {
        return interval_of(op, bound).value().contains(value);
    };
    CHECK_FALSE(contains(Operator::Less, 3, 3));
    CHECK(contains(Operator::Less, 3, std::nextafter(3, 0)));
    CHECK(contains(Operator::LessEqual, 3, 3));
    CHECK_FALSE(contains(Operator::Greater, 0, 0));
    CHECK(contains(Operator::Greater, 0, 5e-324));
    CHECK(contains(Operator::GreaterEqual, 0, 0));
    CHECK_FALSE(contains(Operator::Less, -infinity, -infinity));
    CHECK_FALSE(contains(Operator::Greater, infinity, infinity));
    CHECK(contains(Operator::Less, infinity, -infinity));
    CHECK_FALSE(contains(Operator::LessEqual, 3, std::nan("")));
    CHECK_FALSE(interval_of(Operator::NotEqual, 3));
}

TEST_CASE("sets: contain their elements")
{
    ms::expr::TextSet const texts{{"b", "", "abc", "b", "abd"}};
    CHECK(texts.contains(""));
    CHECK(texts.contains("b"));
    CHECK(texts.contains("abd"));
    CHECK_FALSE(texts.contains("ab"));
    CHECK_FALSE(texts.contains("abe"));
    ms::expr::NumberSet const numbers{{3, 1, std::nan(""), 2}};
    CHECK(numbers.contains(2));
    CHECK_FALSE(numbers.contains(2.5));
    CHECK_FALSE(numbers.contains(std::nan("")));
}
