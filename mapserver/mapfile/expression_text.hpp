// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads an EXPRESSION, FILTER or TEXT that comes alone, from a script or a client.

#include "mapfile/model/common.hpp"

#include <optional>
#include <string_view>

namespace ms::mapfile {

/// (condition), /regex/, {list}, "string" or 'string', with an i after regexes and strings that
/// ignore case, and with blanks around; any other text is a string as it is.
/// \return nullopt for a bracket or quote that is not closed
[[nodiscard]] std::optional<Expression> expression_of_text(std::string_view text);

} // namespace ms::mapfile
