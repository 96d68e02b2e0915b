// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What went wrong in the database, and what can be done about it.

#include "source/postgis/link/libpq.hpp"

#include <cstdint>
#include <string>

namespace ms::source::postgis {

enum class FailureKind : std::uint8_t {
    Disconnected, ///< the back end is gone: another connection may serve
    Stale,        ///< the statement does not fit the table (any more): learn again
    Unprepared,   ///< a pooler between us and the server gave us another back end
    Refused,      ///< the server cannot take us now: connections, memory, shutdown
    Busy,         ///< all of our connections are in use
    TimedOut,     ///< statement_timeout or a cancelled query
    Unreadable,   ///< CONNECTION is no connection string: no server was asked
    Other,
};

struct Failure {
    FailureKind kind = FailureKind::Other;
    std::string sqlstate; ///< five characters, or ""
    std::string message;  ///< the server's primary message, or libpq's; for the log

    /// Whether the server has no room for one more connection.
    [[nodiscard]] bool is_full() const noexcept
    {
        return kind == FailureKind::Refused && sqlstate.starts_with("53");
    }
    /// Whether the same may work in a moment: nobody listens, or the server takes nobody now.
    [[nodiscard]] bool is_passing() const noexcept
    {
        return kind == FailureKind::Disconnected || kind == FailureKind::Refused;
    }
    /// For the log and the map's author: names tables and columns, never hosts, users or SQL.
    [[nodiscard]] std::string text() const;
    /// For clients: the cause in general words, without a name of anything in the database.
    [[nodiscard]] std::string public_text() const;
};

/// Of a result that is no good; `result` may be null when the connection broke.
[[nodiscard]] Failure failure_of(pg_result const* result, pg_conn const* connection);

/// Of a connection that could not be made. Only a verbose message tells the SQLSTATE.
[[nodiscard]] Failure refusal_of(pg_conn const* connection);

/// `text` with the password of the connection string blotted out, wherever it came from.
[[nodiscard]] std::string redacted(std::string text, std::string const& conninfo);

} // namespace ms::source::postgis
