// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Appends attributes as JSON values of a type.

#include "feature/batch.hpp"
#include "feature/schema.hpp"

#include <cstddef>
#include <string>

namespace ms::ows {

/// Numbers and booleans if the type says so; NULL is null, and so is what is not a number. The
/// types of a mapfile may be other than those of the source: 1.5 as Integer is 1, and every text
/// but "false", "0" and the like is a true Boolean, as in MapServer; a Date of a time is its day, a
/// DateTime of a day its first second.
void append_json_value(std::string& out, feature::TextColumn const& column, std::size_t row,
                       feature::FieldType type);

} // namespace ms::ows
