// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Restrictions on a keyword's value beyond its type.

#include "mapfile/model/common.hpp"

#include <limits>

namespace ms::mapfile {

/// The spelling of booleans. Both are read.
enum class YesNo : std::uint8_t { OnOff, TrueFalse };

struct Limits {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool excludes_min = false; ///< only values greater than min
};

struct Rule {
    Limits limits;
    Limits second_limits;          ///< of the second number (heights)
    bool clamps = false;           ///< a number out of range becomes the nearest one in it
    bool takes_expression = false; ///< `( ... )` is a value, too
    std::uint32_t excluded = 0;    ///< bit n: enumerator n is not for this keyword
    YesNo words = YesNo::OnOff;
};

constexpr Rule at_least(double min)
{
    return {.limits = {.min = min}};
}

constexpr Rule above(double min)
{
    return {.limits = {.min = min, .excludes_min = true}};
}

constexpr Rule between(double min, double max)
{
    return {.limits = {.min = min, .max = max}};
}

template <typename... Enums>
constexpr Rule without(Enums... values)
{
    return {.excluded = ((std::uint32_t{1} << static_cast<unsigned>(values)) | ... | 0U)};
}

} // namespace ms::mapfile
