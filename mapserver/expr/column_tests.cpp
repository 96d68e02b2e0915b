// SPDX-License-Identifier: MIT
#include "expr/column_tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::expr {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_before(std::string_view a, std::string_view b) noexcept
{
    return a.size() != b.size() ? a.size() < b.size() : a < b;
}

} // namespace

Interval Interval::and_also(Interval const& other) const noexcept
{
    return {std::max(low, other.low), std::min(high, other.high)};
}

std::optional<Interval> interval_of(Operator op, double value) noexcept
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    switch (op) {
    case Operator::Equal:
        return Interval{value, value};
    case Operator::Less: // below -infinity there is nothing
        return Interval{-infinity, value > -infinity ? std::nextafter(value, -infinity) : nan};
    case Operator::LessEqual:
        return Interval{-infinity, value};
    case Operator::Greater:
        return Interval{value < infinity ? std::nextafter(value, infinity) : nan, infinity};
    case Operator::GreaterEqual:
        return Interval{value, infinity};
    default:
        return std::nullopt;
    }
}

TextSet::TextSet(std::vector<std::string> texts) : m_texts(std::move(texts))
{
    std::ranges::sort(m_texts, is_before);
}

bool TextSet::contains(std::string_view text) const noexcept
{
    auto const found = std::ranges::lower_bound(m_texts, text, is_before);
    return found != m_texts.end() && *found == text;
}

NumberSet::NumberSet(std::vector<double> numbers) : m_numbers(std::move(numbers))
{
    std::erase_if(m_numbers, [](double number) { return std::isnan(number); });
    std::ranges::sort(m_numbers);
}

bool NumberSet::contains(double value) const noexcept
{
    return std::ranges::binary_search(m_numbers, value) && !std::isnan(value);
}

} // namespace ms::expr
