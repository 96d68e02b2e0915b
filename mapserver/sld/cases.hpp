// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Expands Recode, Categorize and Interpolate of SE 1.1 to rules without them.

#include "base/xml.hpp"

#include <functional>

namespace ms::sld {

/// Hands on a rule, or, where values in it depend on others by Recode, Categorize or Interpolate
/// (OGC 05-077r4, 11.6; also as the functions of those names that GeoServer has), a copy for every
/// case: with the case as a condition more in its Filter, and the value of the case in the place of
/// the function. Functions of the same attribute and thresholds share their cases. What stays is
/// an Interpolate of colours between two points, for set_color().
/// \throws Error{BadRequest} for what is malformed, or makes too many rules
void for_each_case(XmlNode const& rule, std::function<void(XmlNode const&)> const& visit);

} // namespace ms::sld
