// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tests one column's value against sets of numbers and sets of texts.

#include "expr/node.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::expr {

/// Numbers from `low` to `high`, inclusive. NaN is in no interval.
struct Interval {
    double low = 0;
    double high = 0;

    [[nodiscard]] bool contains(double value) const noexcept
    {
        return value >= low && value <= high;
    }
    [[nodiscard]] Interval and_also(Interval const& other) const noexcept;
};

/// The numbers x with "x op value"; nullopt for NotEqual and operators that do not compare. An open
/// end is the next double, so that one form represents all.
[[nodiscard]] std::optional<Interval> interval_of(Operator op, double value) noexcept;

/// A set of texts, grouped by length: most attribute values differ from a listed one in length.
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
