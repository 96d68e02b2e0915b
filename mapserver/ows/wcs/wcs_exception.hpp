// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds exceptions with MapServer's wording.

#include "ows/common/service_exception.hpp"

namespace ms::ows::wcs {

/// An error whose text begins as MapServer's does, with the routine that finds it there.
class WcsException : public ServiceException {
public:
    /// \param code of the standard, a literal
    /// \param locator the parameter that caused the error
    /// \param routine with parentheses where MapServer writes them: "msWCSGetCoverage()"
    /// \param kind NotFound: WCS 2.0 answers 404 (OGC 09-110r4, table 21)
    WcsException(std::string_view code, std::string locator, std::string_view routine,
                 std::string_view text, ErrorKind kind = ErrorKind::BadRequest,
                 std::source_location where = std::source_location::current())
        : ServiceException(code, std::string{routine} + ": WCS server error. " + std::string{text},
                           kind, where),
          m_locator(std::move(locator))
    {}

    /// With a complete text: of a routine outside WCS.
    WcsException(std::string_view code, std::string locator, std::string const& text,
                 std::source_location where = std::source_location::current())
        : ServiceException(code, text, ErrorKind::BadRequest, where), m_locator(std::move(locator))
    {}

    [[nodiscard]] std::string const& locator() const noexcept { return m_locator; }

private:
    std::string m_locator;
};

inline constexpr std::string_view invalid_value = "InvalidParameterValue";
inline constexpr std::string_view missing_value = "MissingParameterValue";

/// The routines that MapServer's most frequent messages name.
inline constexpr std::string_view in_dispatch = "msWCSDispatch()";
inline constexpr std::string_view in_parse = "msWCSParseRequest()";
inline constexpr std::string_view in_parse_20 = "msWCSParseRequest20()";
inline constexpr std::string_view in_get_coverage = "msWCSGetCoverage()";
inline constexpr std::string_view in_get_coverage_20 = "msWCSGetCoverage20()";

} // namespace ms::ows::wcs
