// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds exceptions with MapServer's wording.

#include "ows/common/located_exception.hpp"

namespace ms::ows::wfs {

/// An error whose text begins as MapServer's does.
class WfsException : public LocatedException {
public:
    using LocatedException::LocatedException; // with a complete text: of a routine outside WFS

    /// \param routine with parentheses where MapServer writes them: "msWFSGetFeature()"
    WfsException(std::string_view code, std::string locator, std::string_view routine,
                 std::string_view text, ErrorKind kind = ErrorKind::BadRequest,
                 std::source_location where = std::source_location::current())
        : LocatedException(code, std::move(locator), server_error(routine, "WFS", text), kind,
                           where)
    {}
};

/// A code of 2.0's own (OGC 09-025r2, table 3).
inline constexpr std::string_view processing_failed = "OperationProcessingFailed";

/// The routines that MapServer's most frequent messages name.
inline constexpr std::string_view in_dispatch = "msWFSDispatch()";
inline constexpr std::string_view in_get_feature = "msWFSGetFeature()";

} // namespace ms::ows::wfs
