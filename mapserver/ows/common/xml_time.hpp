// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Dates and times of sources as documents write them.

#include "feature/schema.hpp"

#include <string>
#include <string_view>

namespace ms::ows {

/// PostgreSQL's text of a date or time as XML Schema writes it: "2004-01-01T00:00:00Z". Times
/// without a zone are UTC, as in MapServer; what is no such text stays.
[[nodiscard]] std::string xml_time(std::string_view text, feature::FieldType type);

} // namespace ms::ows
