// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Names a layer in messages.

#include "source/layer_error.hpp"

#include <source_location>
#include <string>
#include <string_view>

namespace ms::source::postgis {

struct LayerRef {
    std::string name;
    std::string at; ///< "roads.map:41:16", place of its DATA

    /// `layer "roads": <cause> (roads.map:41:16)`
    [[nodiscard]] std::string message(std::string_view cause) const
    {
        return std::string{"layer \""}
            .append(name)
            .append("\": ")
            .append(cause)
            .append(" (")
            .append(at)
            .append(")");
    }
    [[nodiscard]] LayerError
    error(ErrorKind kind, std::string_view cause,
          std::source_location where = std::source_location::current()) const
    {
        return error(kind, cause, general_cause(kind), where);
    }
    /// \param public_cause the cause in the message to clients
    [[nodiscard]] LayerError
    error(ErrorKind kind, std::string_view cause, std::string_view public_cause,
          std::source_location where = std::source_location::current()) const
    {
        return {kind, message(cause), name, public_cause, RetryPolicy::None, where};
    }
};

} // namespace ms::source::postgis
