// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads what all rules of a style sheet have.

#include "base/xml.hpp"

namespace ms::sld {

/// Limits of a scale denominator; -1: none.
struct ScaleLimits {
    double min = -1;
    double max = -1;
};

/// MinScaleDenominator and MaxScaleDenominator. \throws Error{BadRequest} for what is no number
[[nodiscard]] ScaleLimits scale_limits_of(XmlNode const& rule);

/// Runs a function for every rule of a FeatureTypeStyle. As in MapServer, its ElseFilters come
/// after its other rules, in legends too.
template <typename Visit>
void for_each_rule_of_set(XmlNode const& type_style, Visit const& visit)
{
    for (bool const is_else : {false, true}) {
        for (auto const& rule : type_style.children) {
            if (rule.name == "Rule" && (rule.child("ElseFilter") != nullptr) == is_else) {
                visit(rule);
            }
        }
    }
}

/// Runs a function for every FeatureTypeStyle or CoverageStyle of a style.
template <typename Visit>
void for_each_rule_set(XmlNode const& user_style, Visit const& visit)
{
    for (auto const& child : user_style.children) {
        if (child.name == "FeatureTypeStyle" || child.name == "CoverageStyle") {
            visit(child);
        }
    }
}

/// Runs a function for every rule of a style, through all its FeatureTypeStyles.
template <typename Visit>
void for_each_rule(XmlNode const& user_style, Visit const& visit)
{
    for_each_rule_set(user_style,
                      [&](XmlNode const& type_style) { for_each_rule_of_set(type_style, visit); });
}

} // namespace ms::sld
