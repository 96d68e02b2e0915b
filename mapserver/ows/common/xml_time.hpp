// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts dates and times of sources to XML Schema.

#include "feature/schema.hpp"

#include <string>
#include <string_view>

namespace ms::ows {

/// A date or time in XML Schema's form for the type: "2004-01-01T00:00:00Z". As in MapServer, a
/// date alone is its midnight, a date with a time is a date where only that is declared, and times
/// without a zone are UTC; any other text stays unchanged.
[[nodiscard]] std::string xml_time(std::string_view text, feature::FieldType type);

} // namespace ms::ows
