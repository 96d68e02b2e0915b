// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts dates and times of sources to XML Schema.

#include "feature/schema.hpp"

#include <string>
#include <string_view>

namespace ms::ows {

/// PostgreSQL's text of a date or time in XML Schema's form: "2004-01-01T00:00:00Z". Times without
/// a zone are UTC, as in MapServer; any other text stays unchanged.
[[nodiscard]] std::string xml_time(std::string_view text, feature::FieldType type);

} // namespace ms::ows
