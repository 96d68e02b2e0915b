// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds exceptions with MapServer's wording.

#include "ows/common/located_exception.hpp"

namespace ms::ows::wcs {

/// An error whose text begins as MapServer's does.
class WcsException : public LocatedException {
public:
    using LocatedException::LocatedException; // with a complete text: of a routine outside WCS

    /// \param routine with parentheses where MapServer writes them: "msWCSGetCoverage()"
    /// \param kind NotFound: WCS 2.0 answers 404 (OGC 09-110r4, table 21)
    WcsException(std::string_view code, std::string locator, std::string_view routine,
                 std::string_view text, ErrorKind kind = ErrorKind::BadRequest,
                 std::source_location where = std::source_location::current())
        : LocatedException(code, std::move(locator), server_error(routine, "WCS", text), kind,
                           where)
    {}
};

/// The routines that MapServer's most frequent messages name.
inline constexpr std::string_view in_dispatch = "msWCSDispatch()";
inline constexpr std::string_view in_parse = "msWCSParseRequest()";
inline constexpr std::string_view in_parse_20 = "msWCSParseRequest20()";
inline constexpr std::string_view in_get_coverage = "msWCSGetCoverage()";
inline constexpr std::string_view in_get_coverage_20 = "msWCSGetCoverage20()";

} // namespace ms::ows::wcs
