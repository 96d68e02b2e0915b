// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds exceptions with MapServer's wording.

#include "ows/common/service_exception.hpp"

namespace ms::ows::wfs {

/// An error whose text begins as MapServer's does, with the routine that finds it there.
class WfsException : public ServiceException {
public:
    /// \param code of the standard, a literal; "" if the standard defines none
    /// \param locator the parameter that caused the error, or ""
    /// \param routine with parentheses where MapServer writes them: "msWFSGetFeature()"
    WfsException(std::string_view code, std::string locator, std::string_view routine,
                 std::string_view text, ErrorKind kind = ErrorKind::BadRequest,
                 std::source_location where = std::source_location::current())
        : ServiceException(code, std::string{routine} + ": WFS server error. " + std::string{text},
                           kind, where),
          m_locator(std::move(locator))
    {}

    /// With a complete text: of a routine outside WFS.
    WfsException(std::string_view code, std::string locator, std::string const& text,
                 ErrorKind kind = ErrorKind::BadRequest,
                 std::source_location where = std::source_location::current())
        : ServiceException(code, text, kind, where), m_locator(std::move(locator))
    {}

    [[nodiscard]] std::string const& locator() const noexcept { return m_locator; }

private:
    std::string m_locator;
};

/// The codes that WFS shares with OWS Common, and 2.0's own (OGC 09-025r2, table 3).
inline constexpr std::string_view invalid_value = "InvalidParameterValue";
inline constexpr std::string_view missing_value = "MissingParameterValue";
inline constexpr std::string_view not_supported = "OperationNotSupported";
inline constexpr std::string_view processing_failed = "OperationProcessingFailed";

/// The routines that MapServer's most frequent messages name.
inline constexpr std::string_view in_dispatch = "msWFSDispatch()";
inline constexpr std::string_view in_get_feature = "msWFSGetFeature()";

} // namespace ms::ows::wfs
