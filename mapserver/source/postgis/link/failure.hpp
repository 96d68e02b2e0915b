// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Classifies database errors, and says how to recover.

#include "source/postgis/link/libpq.hpp"

#include <cstdint>
#include <string>

namespace ms::source::postgis {

enum class FailureKind : std::uint8_t {
    Disconnected, ///< the back end is gone: another connection may serve
    Stale,        ///< the statement does not match the table any more: learn again
    Unprepared,   ///< a pooler between us and the server gave us another back end
    Refused,      ///< the server cannot take us now: connections, memory, shutdown
    Busy,         ///< all of our connections are in use
    TimedOut,     ///< statement_timeout or a cancelled query
    Unreadable,   ///< CONNECTION is not a valid connection string
    Other,
};

/// A statement whose session ended so often without an explanation may be what crashes the server,
/// and every crash ends the sessions of all others: it is not sent again.
constexpr int max_unexplained_ends = 2;

struct Failure {
    FailureKind kind = FailureKind::Other;
    std::string sqlstate; ///< five characters, or ""
    std::string message;  ///< the server's primary message, or libpq's; for the log

    /// Whether the server has no room for one more connection.
    [[nodiscard]] bool is_full() const noexcept
    {
        return kind == FailureKind::Refused && sqlstate.starts_with("53");
    }
    /// Whether a retry may succeed soon: no server listens, or it accepts no connections now.
    [[nodiscard]] bool is_passing() const noexcept
    {
        return kind == FailureKind::Disconnected || kind == FailureKind::Refused;
    }
    /// Whether the session ended and the server gave no reason, as it does when it shuts down. A
    /// pooler passes that reason on, and otherwise has words of its own.
    [[nodiscard]] bool is_unexplained() const noexcept;
    /// Whether a host did not answer at all, as opposed to refusing.
    [[nodiscard]] bool is_silence() const noexcept;
    /// For the log and the map's author: names tables and columns, never hosts, users or SQL.
    [[nodiscard]] std::string text() const;
    /// For clients: the cause in general words, without a name of anything in the database.
    [[nodiscard]] std::string public_text() const;
};

/// Of a failed result; `result` may be null if the connection broke.
[[nodiscard]] Failure failure_of(pg_result const* result, pg_conn const* connection);

/// Of a failed connection. Only a verbose message contains the SQLSTATE.
[[nodiscard]] Failure refusal_of(pg_conn const* connection);

/// `text` with the password of the connection string blotted out, wherever it came from.
[[nodiscard]] std::string redacted(std::string text, std::string const& conninfo);

} // namespace ms::source::postgis
