// SPDX-License-Identifier: MIT
#include "ows/features/json_value.hpp"

#include "base/json_text.hpp"
#include "base/string.hpp"
#include "ows/common/xml_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace ms::ows {

namespace {

using feature::FieldType;

constexpr std::string_view decimal_characters = "0123456789.eE+-";

/// A number as JSON writes it (RFC 8259, 6): PostgreSQL prints them so, but for NaN and Infinity.
bool is_json_number(std::string_view text)
{
    auto const digits = text.starts_with('-') ? text.substr(1) : text;
    bool const has_leading_zero =
        digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
    return !digits.empty() && digits[0] >= '0' && digits[0] <= '9' && !digits.ends_with('.') &&
           !has_leading_zero &&
           digits.find_first_not_of(decimal_characters) == std::string_view::npos &&
           parse_double(text).has_value();
}

/// Also "007" and "+3", as files have them.
std::optional<double> decimal(std::string_view text)
{
    auto const digits = text.starts_with('+') ? text.substr(1) : text;
    auto const number = digits.find_first_not_of(decimal_characters) == std::string_view::npos
                            ? parse_double(digits)
                            : std::nullopt;
    return number && std::isfinite(*number) ? number : std::nullopt;
}

void append_number(std::string& out, std::string_view text, bool is_whole)
{
    bool const has_digits_only = text.find_first_of(".eE") == std::string_view::npos;
    if (is_json_number(text) && (!is_whole || has_digits_only)) {
        out.append(text);
        return;
    }
    auto const number = decimal(text);
    constexpr double exact_below = 9007199254740992; // 2^53
    if (!number) {
        out.append("null");
    } else if (is_whole && std::abs(*number) < exact_below) {
        out.append(fmt::format("{}", static_cast<long long>(*number)));
    } else {
        out.append(fmt::format("{}", *number));
    }
}

bool is_true(std::string_view text)
{
    constexpr std::array<std::string_view, 6> no{"", "f", "false", "n", "no", "off"};
    auto const word = trim(text);
    auto const number = decimal(word);
    return number ? *number != 0 : std::ranges::none_of(no, [&](std::string_view each) {
        return equals_ignoring_case(word, each);
    });
}

void append_value(std::string& out, std::string_view text, FieldType type)
{
    switch (type) {
    case FieldType::Integer:
    case FieldType::Long:
        append_number(out, trim(text), true);
        return;
    case FieldType::Real:
        append_number(out, trim(text), false);
        return;
    case FieldType::Boolean:
        out.append(is_true(text) ? "true" : "false");
        return;
    case FieldType::Date:
    case FieldType::Time:
    case FieldType::DateTime:
        out.append(json_text(xml_time(text, type)));
        return;
    case FieldType::Text:
        break;
    }
    out.append(json_text(text));
}

} // namespace

void append_json_value(std::string& out, feature::TextColumn const& column, std::size_t row,
                       FieldType type)
{
    if (column.is_null(row)) {
        out.append("null");
    } else {
        append_value(out, column[row], type);
    }
}

} // namespace ms::ows
