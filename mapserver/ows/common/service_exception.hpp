// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An error with the code that an OWS exception report carries.

#include "base/error.hpp"
#include "base/log.hpp"

#include <string_view>

namespace ms::ows {

/// Raised where a parameter is understood. Its message is written for the client: it names
/// parameters and what the client sent, never anything of the server.
class ServiceException : public Error {
public:
    /// \param code of the standard, a literal; "" where the standards define none
    ServiceException(std::string_view code, std::string const& message,
                     ErrorKind kind = ErrorKind::BadRequest,
                     std::source_location where = std::source_location::current())
        : Error(kind, message, where), m_code(code)
    {}

    [[nodiscard]] std::string_view code() const noexcept { return m_code; }

private:
    std::string_view m_code;
};

/// What an exception is to the operator: our own kind, or Internal.
[[nodiscard]] ErrorKind kind_of(std::exception const& error) noexcept;

/// The part of an error that a client sees.
struct Complaint {
    std::string_view code;
    std::string message;
    int status = 400;
};

/// Says what happened without showing paths, SQL or anything else of the server, which belongs
/// into the log.
[[nodiscard]] Complaint complaint_about(std::exception const& error);

/// Writes what complaint_about() hides: at Notice what the client did wrong, at Error anything
/// else. Control characters become blanks, so that no client can forge lines of the log.
void log_failure(Log& log, std::string_view service, std::exception const& error);

} // namespace ms::ows
