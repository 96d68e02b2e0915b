// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Errors and warnings about a mapfile, with their place.

#include "mapfile/model/common.hpp"

namespace ms::mapfile {

enum class Severity : std::uint8_t {
    Error,   ///< the map cannot be used
    Warning, ///< read as well as possible: an old spelling, or something without effect
};

struct Problem {
    Severity severity = Severity::Error;
    Position at{};
    std::string where; ///< "file:line:column", the file without its folder
    std::string message;
};

/// "file:line:column: message".
[[nodiscard]] std::string to_text(Problem const& problem);

/// The errors among the problems, one per line; "" if there are none.
[[nodiscard]] std::string errors_of(std::vector<Problem> const& problems);

} // namespace ms::mapfile
