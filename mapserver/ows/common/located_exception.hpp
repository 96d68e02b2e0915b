// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An error in a parameter that the exception reports of OWS Common name.

#include "ows/common/service_exception.hpp"

#include <string>

namespace ms::ows {

/// Reports name the parameter as "locator".
class LocatedException : public ServiceException {
public:
    /// With a complete text.
    /// \param code of the standard, a literal; "" if the standard defines none
    /// \param locator the parameter that caused the error, or ""
    LocatedException(std::string_view code, std::string locator, std::string const& text,
                     ErrorKind kind = ErrorKind::BadRequest,
                     std::source_location where = std::source_location::current())
        : ServiceException(code, text, kind, where), m_locator(std::move(locator))
    {}

    [[nodiscard]] std::string const& locator() const noexcept { return m_locator; }

private:
    std::string m_locator;
};

/// The locator of an error that has one; else `otherwise`.
[[nodiscard]] inline std::string_view locator_of(std::exception const& error,
                                                 std::string_view otherwise)
{
    auto const* const located = dynamic_cast<LocatedException const*>(&error);
    return located == nullptr ? otherwise : std::string_view{located->locator()};
}

/// The codes of OWS Common (OGC 06-121r3, table 25).
inline constexpr std::string_view invalid_value = "InvalidParameterValue";
inline constexpr std::string_view missing_value = "MissingParameterValue";
inline constexpr std::string_view not_supported = "OperationNotSupported";

/// A text that begins as MapServer's does, with the routine that finds the error there, since
/// clients, monitors and people know errors by these texts: "msWFSDispatch(): WFS server error. ".
[[nodiscard]] inline std::string server_error(std::string_view routine, std::string_view service,
                                              std::string_view text)
{
    return std::string{routine} + ": " + std::string{service} + " server error. " +
           std::string{text};
}

} // namespace ms::ows
