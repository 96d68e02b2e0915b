// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What one column's value is compared with: sets of numbers and sets of texts.

#include "expr/node.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::expr {

/// Numbers from `low` to `high`, both included. NaN is in none.
struct Interval {
    double low = 0;
    double high = 0;

    [[nodiscard]] bool contains(double value) const noexcept
    {
        return value >= low && value <= high;
    }
    [[nodiscard]] Interval and_also(Interval const& other) const noexcept;
};

/// The numbers x with "x op value"; nothing for NotEqual and what is no comparison. An open end is
/// the next double, so that one form serves all.
[[nodiscard]] std::optional<Interval> interval_of(Operator op, double value) noexcept;

/// A set of texts. Texts of different length never meet: in a list of attribute values that is
/// most of them.
class TextSet {
public:
    explicit TextSet(std::vector<std::string> texts);
    [[nodiscard]] bool contains(std::string_view text) const noexcept;

private:
    std::vector<std::string> m_texts; ///< by length, then by content
};

/// A set of single numbers.
class NumberSet {
public:
    explicit NumberSet(std::vector<double> numbers);
    [[nodiscard]] bool contains(double value) const noexcept;

private:
    std::vector<double> m_numbers; ///< ascending
};

} // namespace ms::expr
