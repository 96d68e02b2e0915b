// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The layer and file that an error message names.

#include "source/layer_error.hpp"

#include <string>

namespace ms::source::shapefile {

/// The layer whose data are read, or the program that reads them, for messages. File names are
/// without their folder: clients must not learn about the server's disk.
struct ErrorContext {
    std::string name;    ///< `layer "roads"`
    std::string where;   ///< file:line:column of DATA or TILEINDEX; empty outside of maps
    std::string alone{}; ///< `roads`; empty outside of maps

    [[nodiscard]] static ErrorContext layer(std::string const& name, std::string where)
    {
        return {"layer \"" + name + "\"", std::move(where), name};
    }

    [[nodiscard]] LayerError error(ErrorKind kind, std::string const& what,
                                   std::source_location at = std::source_location::current()) const
    {
        auto const message = name + ": " + what + (where.empty() ? "" : " (" + where + ")");
        return {kind, message, alone, general_cause(kind), RetryPolicy::None, at};
    }
};

} // namespace ms::source::shapefile
