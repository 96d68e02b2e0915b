// SPDX-License-Identifier: MIT
#include "sld/rule.hpp"

#include "base/string.hpp"
#include "sld/css.hpp"

#include <string_view>

namespace ms::sld {

namespace {

double scale_of(XmlNode const& rule, std::string_view name)
{
    auto const* const node = rule.child(name);
    if (node == nullptr) {
        return -1;
    }
    auto const scale = parse_double(node->text());
    if (!scale) {
        refuse("<" + node->name + "> is not a number");
    }
    return *scale;
}

} // namespace

ScaleLimits scale_limits_of(XmlNode const& rule)
{
    return {scale_of(rule, "MinScaleDenominator"), scale_of(rule, "MaxScaleDenominator")};
}

} // namespace ms::sld
