// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// How messages name a layer.

#include "base/error.hpp"

#include <source_location>
#include <string>
#include <string_view>

namespace ms::source::postgis {

struct LayerRef {
    std::string name;
    std::string at; ///< "roads.map:41:16", where its DATA stands

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
    [[nodiscard]] Error error(ErrorKind kind, std::string_view cause,
                              std::source_location where = std::source_location::current()) const
    {
        return {kind, message(cause), where};
    }
};

} // namespace ms::source::postgis
