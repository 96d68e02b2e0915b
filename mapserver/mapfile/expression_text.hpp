// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads and writes an EXPRESSION, FILTER or TEXT that stands alone, of a script or a client.

#include "mapfile/model/common.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::mapfile {

/// (condition), /regex/, {list}, "string" or 'string', with an i after regexes and strings that
/// ignore case, and with blanks around; any other text is a string as it is.
/// \return nullopt for a bracket or quote that is not closed
[[nodiscard]] std::optional<Expression> expression_of_text(std::string_view text);

/// The text of an expression with its brackets; strings in double quotes, whatever they contain. ""
/// if it is not set.
[[nodiscard]] std::string text_of(Expression const& expression);

} // namespace ms::mapfile
