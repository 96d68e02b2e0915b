// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Quotes texts for a mapfile.

#include "mapfile/lexer.hpp"

namespace ms::mapfile {

/// In double quotes, or in single ones around double ones, so that the lexer reads the same text
/// again.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// A token as it could have been written.
[[nodiscard]] std::string as_text(Token const& token);

} // namespace ms::mapfile
