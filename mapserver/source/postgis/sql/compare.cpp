// SPDX-License-Identifier: MIT
#include "source/postgis/sql/compare.hpp"

#include "base/string.hpp"
#include "source/postgis/sql/time_period.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace ms::source::postgis {

namespace {

using expr::Operator;

bool is_one_of(std::string_view type, std::span<std::string_view const> types)
{
    return std::ranges::find(types, type) != types.end();
}

bool is_integer_type(std::string_view type) noexcept
{
    constexpr std::array<std::string_view, 3> types{"int2", "int4", "int8"};
    return is_one_of(type, types);
}

bool is_whole(double value) noexcept
{
    constexpr double exact = 9007199254740992; // 2^53
    return std::trunc(value) == value && std::abs(value) <= exact;
}

bool has_nul(std::string_view text) noexcept
{
    return text.find('\0') != std::string_view::npos;
}

std::string whole_text(double value)
{
    return std::to_string(static_cast<long long>(value));
}

/// The type for comparing a number with a column, without casting the column if possible: the
/// operators of integers of different width belong to one index family, and so do those of floats.
std::string_view number_type(std::string_view column_type, double value)
{
    if (is_integer_type(column_type)) {
        return is_whole(value) ? "int8" : "float8";
    }
    return column_type == "numeric" ? "numeric" : "float8";
}

std::string number_text(std::string_view type, double value)
{
    return type == "int8" ? whole_text(value) : format_double(value);
}

/// The digits PostgreSQL itself prints for an integer of 64 bits.
bool is_canonical_integer(std::string_view text)
{
    long long value = 0;
    auto const* const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end && std::to_string(value) == text;
}

/// The text PostgreSQL itself prints for a uuid.
bool is_canonical_uuid(std::string_view text)
{
    constexpr std::string_view shape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    constexpr std::string_view digits = "0123456789abcdef";
    return std::ranges::equal(text, shape, [&](char c, char requested) {
        return requested == 'x' ? digits.find(c) != std::string_view::npos : c == requested;
    });
}

/// The type in which this text equals exactly the values that print as it; "" to compare texts.
std::string_view type_printing(std::string_view text, std::string_view column_type)
{
    if (is_integer_type(column_type) && is_canonical_integer(text)) {
        return "int8";
    }
    if (column_type == "uuid" && is_canonical_uuid(text)) {
        return "uuid";
    }
    return "";
}

/// '{"a","b"}' https://www.postgresql.org/docs/15/arrays.html#ARRAYS-IO
std::string array_literal(std::span<std::string const> values)
{
    std::string out = "{";
    for (auto const& value : values) {
        out += (out.size() > 1 ? ",\"" : "\"") +
               replace_all(replace_all(value, "\\", "\\\\"), "\"", "\\\"") + '"';
    }
    return out + "}";
}

std::string any_of(std::string const& column, std::span<std::string const> values,
                   std::string_view type, Statement& statement)
{
    return values.empty() ? "false"
                          : fmt::format("{} = ANY({}::{}[])", column,
                                        statement.bind(array_literal(values)), type);
}

std::optional<std::string> is_in_numbers(ColumnRef const& column,
                                         std::span<std::string const> values, Statement& statement)
{
    std::vector<std::string> numbers;
    bool all_whole = true;
    for (auto const& value : values) {
        auto const number = parse_double(value);
        if (!number) {
            return std::nullopt; // means the number it begins with, or 0
        }
        all_whole = all_whole && is_whole(*number);
        numbers.push_back(is_whole(*number) ? whole_text(*number) : format_double(*number));
    }
    auto const type = is_integer_type(column.type) ? (all_whole ? "int8" : "float8")
                                                   : number_type(column.type, 0.5);
    return any_of(column.sql, numbers, type, statement);
}

/// Patterns that POSIX extended expressions, PCRE and PostgreSQL read the same way: no escapes of
/// letters or digits, no (?...), no directors (***), no quantifier behind another, and no counts,
/// which PostgreSQL limits to 255.
bool is_common_regex(std::string_view pattern)
{
    constexpr std::string_view quantifiers = "*+?";
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        auto const next = pattern.substr(i + 1);
        bool const is_doubled = !next.empty() &&
                                quantifiers.find(pattern[i]) != std::string_view::npos &&
                                quantifiers.find(next.front()) != std::string_view::npos;
        if (is_doubled || pattern[i] == '{' || pattern.substr(i).starts_with("(?")) {
            return false;
        }
        if (pattern[i] == '\\') {
            bool const is_punctuation =
                !next.empty() &&
                std::string_view{".[]{}()*+?^$|/\\-"}.find(next.front()) != std::string_view::npos;
            if (!is_punctuation) {
                return false;
            }
            ++i;
        }
    }
    return !pattern.starts_with("***") && pattern.find("[[") == std::string_view::npos;
}

} // namespace

std::string as_text(ColumnRef const& column)
{
    return column.type == "text" || column.type == "varchar" ? column.sql : column.sql + "::text";
}

bool is_numeric_type(std::string_view type) noexcept
{
    constexpr std::array<std::string_view, 3> types{"float4", "float8", "numeric"};
    return is_integer_type(type) || is_one_of(type, types);
}

bool is_text_type(std::string_view type) noexcept
{
    constexpr std::array<std::string_view, 4> types{"text", "varchar", "bpchar", "name"};
    return is_one_of(type, types);
}

std::optional<std::string_view> sql_operator(Operator op) noexcept
{
    switch (op) {
    case Operator::Equal:
        return "=";
    case Operator::NotEqual:
        return "<>";
    case Operator::Less:
        return "<";
    case Operator::LessEqual:
        return "<=";
    case Operator::Greater:
        return ">";
    case Operator::GreaterEqual:
        return ">=";
    default:
        return std::nullopt;
    }
}

std::optional<std::string> compare_number(ColumnRef const& column, Operator op, double value,
                                          Statement& statement)
{
    auto const sign = sql_operator(op);
    if (!sign || !is_numeric_type(column.type) || !std::isfinite(value)) {
        return std::nullopt;
    }
    auto const type = number_type(column.type, value);
    return fmt::format("{} {} {}::{}", column.sql, *sign, statement.bind(number_text(type, value)),
                       type);
}

std::optional<std::string> compare_text(ColumnRef const& column, Operator op,
                                        expr::TextLiteral const& literal, Statement& statement)
{
    auto const& value = literal.value;
    bool const ignore_case = literal.ignore_case;
    bool const is_equality = op == Operator::Equal || op == Operator::NotEqual;
    if (has_nul(value)) {
        return std::nullopt;
    }
    if (is_equality && value == "_MAPSERVER_NULL_") { // the form of OGC filters
        return column.sql + (op == Operator::Equal ? " IS NULL" : " IS NOT NULL");
    }
    if (op == Operator::EqualIgnoringCase || (is_equality && ignore_case)) {
        return fmt::format("lower({}) {} lower({}::text)", as_text(column),
                           op == Operator::NotEqual ? "<>" : "=", statement.bind(value));
    }
    auto const sign = sql_operator(op);
    if (!sign) {
        return std::nullopt;
    }
    auto const own_type = is_equality ? type_printing(value, column.type) : std::string_view{};
    if (!own_type.empty()) {
        return fmt::format("{} {} {}::{}", column.sql, *sign, statement.bind(value), own_type);
    }
    // Byte order, independent of the database's collation: as for expressions in a CLASS.
    return fmt::format("{} {} {}::text{}", as_text(column), *sign, statement.bind(value),
                       is_equality ? "" : " COLLATE \"C\"");
}

std::optional<std::string> compare_time(ColumnRef const& column, Operator op,
                                        std::string_view literal, Statement& statement)
{
    auto const period = parse_time_period(literal);
    constexpr std::array<std::string_view, 3> types{"date", "timestamp", "timestamptz"};
    if (!period || !is_one_of(column.type, types)) {
        return std::nullopt;
    }
    auto const type = column.type == "timestamptz" ? "timestamptz" : "timestamp";
    auto const start = statement.bind(period->start) + "::" + type;
    auto const end = fmt::format("({} + interval '{}')", start, period->length);
    auto const condition = [&](std::string_view sign, std::string const& time) {
        return fmt::format("{} {} {}", column.sql, sign, time);
    };
    switch (op) {
    case Operator::Equal:
        return "(" + condition(">=", start) + " AND " + condition("<", end) + ")";
    case Operator::NotEqual:
        return "(" + condition("<", start) + " OR " + condition(">=", end) + ")";
    case Operator::Less:
        return condition("<", start);
    case Operator::LessEqual:
        return condition("<", end);
    case Operator::Greater:
        return condition(">=", end);
    case Operator::GreaterEqual:
        return condition(">=", start);
    default:
        return std::nullopt;
    }
}

std::optional<std::string> match(ColumnRef const& column, bool ignore_case,
                                 std::string_view pattern, Statement& statement)
{
    if (has_nul(pattern) || !is_common_regex(pattern)) {
        return std::nullopt;
    }
    return fmt::format("{} {} {}::text", as_text(column), ignore_case ? "~*" : "~",
                       statement.bind(std::string{pattern}));
}

std::optional<std::string> is_in(ColumnRef const& column, bool as_numbers,
                                 std::span<std::string const> values, Statement& statement)
{
    if (std::ranges::any_of(values, has_nul)) {
        return std::nullopt;
    }
    if (as_numbers) {
        return is_numeric_type(column.type) ? is_in_numbers(column, values, statement)
                                            : std::nullopt;
    }
    bool const has_own_type = is_integer_type(column.type) || column.type == "uuid";
    if (!has_own_type) {
        return any_of(as_text(column), values, "text", statement);
    }
    std::vector<std::string> printable; // no value prints as any other text
    std::ranges::copy_if(values, std::back_inserter(printable), [&](std::string const& value) {
        return !type_printing(value, column.type).empty();
    });
    return any_of(column.sql, printable, column.type == "uuid" ? "uuid" : "int8", statement);
}

} // namespace ms::source::postgis
