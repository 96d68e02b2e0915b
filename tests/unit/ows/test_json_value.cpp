// SPDX-License-Identifier: MIT
#include "ows/features/json_value.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace ms;
using feature::FieldType;

namespace {

std::string value(FieldType type, std::string_view text)
{
    feature::TextColumn column;
    column.append(text);
    std::string out;
    ows::append_json_value(out, column, 0, type);
    return out;
}

} // namespace

// The values are MapServer 8.0.0's, if nothing else is said: OGC API, a layer of texts with
// gml_<item>_type.
TEST_CASE("json value: a whole number has no fraction")
{
    CHECK(value(FieldType::Integer, "12") == "12");
    CHECK(value(FieldType::Integer, "1.5") == "1");
    CHECK(value(FieldType::Long, "-2.25") == "-2");
    CHECK(value(FieldType::Integer, "-0.5") == "0");
    CHECK(value(FieldType::Long, "1234567890123") == "1234567890123");
    CHECK(value(FieldType::Real, "1.5") == "1.5");
}

TEST_CASE("json value: numbers with leading zeros and signs are numbers")
{
    CHECK(value(FieldType::Integer, "007") == "7");
    CHECK(value(FieldType::Integer, "+3") == "3");
    CHECK(value(FieldType::Real, "007.5") == "7.5");
}

TEST_CASE("json value: what is not a number is null, where MapServer writes a text")
{
    CHECK(value(FieldType::Integer, "abc") == "null");
    CHECK(value(FieldType::Real, "nan") == "null");
    CHECK(value(FieldType::Real, "") == "null");
    CHECK(value(FieldType::Real, "1e999") == "null");
}

TEST_CASE("json value: every text but those that mean no is true")
{
    for (auto const* const yes : {"t", "true", "TRUE", "1", "5", "-1", "abc", "y"}) {
        CHECK(value(FieldType::Boolean, yes) == "true");
    }
    for (auto const* const no : {"0", "false", "False"}) {
        CHECK(value(FieldType::Boolean, no) == "false");
    }
    for (auto const* const no : {"f", "n", "off", "0.0", "00", ""}) { // true in MapServer
        CHECK(value(FieldType::Boolean, no) == "false");
    }
}

TEST_CASE("json value: a date of a time is its day, a time of a day its first second")
{
    CHECK(value(FieldType::Date, "2020-01-01T10:00:00Z") == "\"2020-01-01\"");
    CHECK(value(FieldType::Date, "2020-01-01 10:00") == "\"2020-01-01\"");
    CHECK(value(FieldType::Date, "20200101") == "\"2020-01-01\"");
    CHECK(value(FieldType::DateTime, "2020-01-01") == "\"2020-01-01T00:00:00Z\"");
    CHECK(value(FieldType::DateTime, "20200101") == "\"2020-01-01T00:00:00Z\"");
    CHECK(value(FieldType::DateTime, "1976-07-04 12:00:00") == "\"1976-07-04T12:00:00Z\"");
    CHECK(value(FieldType::DateTime, "garbage") == "\"garbage\"");
}
