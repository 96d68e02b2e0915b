// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An error with the code that an OWS exception report carries.

#include "base/error.hpp"
#include "base/log.hpp"

#include <string_view>

namespace ms::ows {

/// An error in a parameter. Its message is for the client: it names parameters and what the client
/// sent, and discloses nothing of the server.
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

/// The kind of an exception for the operator: that of ms::Error, or Internal.
[[nodiscard]] ErrorKind kind_of(std::exception const& error) noexcept;

/// The part of an error that a client sees.
struct Complaint {
    std::string_view code;
    std::string message;
    int status = 400;
};

/// Describes an error without paths, SQL or anything else of the server; the log has those.
[[nodiscard]] Complaint complaint_about(std::exception const& error);

/// Logs what complaint_about() hides: errors of the client at Notice, others at Error. Control
/// characters become blanks, so that no client can forge lines of the log.
void log_failure(Log& log, std::string_view service, std::exception const& error);

} // namespace ms::ows
