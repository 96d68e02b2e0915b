// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the encodings of CQL2.

#include "cql2/term.hpp"

#include <string_view>

namespace ms::cql2 {

/// \throws Error{BadRequest} with the place and the error
[[nodiscard]] Term parse_text(std::string_view filter);
[[nodiscard]] Term parse_json(std::string_view filter);

} // namespace ms::cql2
