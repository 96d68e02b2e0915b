// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Expands Recode, Categorize and Interpolate of SE 1.1 to rules without them.

#include "base/xml.hpp"

#include <functional>

namespace ms::sld {

/// Visits a rule, or, if values in it depend on others by Recode, Categorize or Interpolate (OGC
/// 05-077r4, 11.6; also as GeoServer's functions of those names), a copy for every case: with the
/// case as an additional condition in its Filter, and the case's value in place of the function.
/// Functions of the same attribute and thresholds share their cases. Only an Interpolate of colours
/// between two points remains, for set_color().
/// \throws Error{BadRequest} for malformed functions, and for too many rules
void for_each_case(XmlNode const& rule, std::function<void(XmlNode const&)> const& visit);

} // namespace ms::sld
