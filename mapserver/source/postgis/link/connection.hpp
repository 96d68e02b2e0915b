// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One connection to PostgreSQL.

#include "base/deadline.hpp"
#include "base/error.hpp"
#include "base/fork_depth.hpp"
#include "source/postgis/link/failure.hpp"
#include "source/postgis/link/libpq.hpp"
#include "source/postgis/sql/sql_text.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>

namespace ms::source::postgis {

/// The settings of sessions; the same for all connections of the process.
struct SessionOptions {
    std::chrono::seconds connect_timeout{10};
    std::chrono::milliseconds statement_timeout{0}; ///< 0: the server's own
    bool read_only = true;
    bool prepare = true;              ///< off for poolers that hand out back ends per transaction
    bool settings = true;             ///< off for poolers that refuse them (pgbouncer before 1.20)
    std::size_t max_statements = 200; ///< maximum of prepared statements per connection
    /// Maximum of their SQL in total. PostgreSQL's copy of a statement (its parse tree) is some
    /// fifty times as large, in every back end.
    std::size_t max_statement_bytes = 256U << 10U;
    /// Longer ones are not prepared: filters that clients send, which come once.
    std::size_t longest_prepared = 16U << 10U;
};

/// The database failed. Caught where another try may help; otherwise turned into an Error that
/// names the layer.
struct DatabaseFailure : Error {
    DatabaseFailure(Failure what, std::source_location where = std::source_location::current())
        : Error(ErrorKind::Source, what.text(), where), failure(std::move(what))
    {}
    Failure failure;
};

/// Uses UTF-8, is read-only by default, and belongs to one thread at a time. After fork() it
/// remains the parent's: in the child it is not alive, does nothing, and is closed without a word
/// to the server.
class Connection {
public:
    using Clock = std::chrono::steady_clock;

    /// Connects, within connect_timeout per host and the deadline. With a pooler that refuses our
    /// session settings (pgbouncer before 1.20) it uses no session settings and no prepared
    /// statements. \throws DatabaseFailure, Error{Limit}
    Connection(std::string const& conninfo, SessionOptions const& options,
               Deadline const& deadline);
    ~Connection();

    [[nodiscard]] Clock::time_point born() const noexcept { return m_born; }
    /// Whether the session has our settings: read-only, statement_timeout, plans for the box at
    /// hand.
    [[nodiscard]] bool has_settings() const noexcept { return m_has_settings; }
    [[nodiscard]] bool prepares() const noexcept { return m_prepare; }
    /// Whether it ends on this machine, at the server or a pooler.
    [[nodiscard]] bool is_near() const;
    /// For a connection without a query: whether no message says that the back end is gone. No
    /// round trip.
    [[nodiscard]] bool is_alive();

    /// Sends a statement without waiting for its answer; prepared from its second use on, unless it
    /// is long.
    /// The answer has binary columns and comes row by row from next_result().
    /// \throws DatabaseFailure, Error{Limit}
    void send(Statement const& statement, Deadline const& deadline);

    /// The same with columns as text, and never prepared.
    void send_for_text(Statement const& statement, Deadline const& deadline);

    /// The time spent waiting for the server since the connection was made.
    [[nodiscard]] Clock::duration waited() const noexcept { return m_waited; }
    /// Whether next_result() would have to wait for the network. Reads what has arrived.
    [[nodiscard]] bool must_wait();
    /// The next piece of the answer (PGRES_SINGLE_TUPLE, then PGRES_TUPLES_OK), or null at its end.
    /// \throws DatabaseFailure, Error{Limit} when the deadline has passed (the query is then
    /// cancelled)
    [[nodiscard]] PgResult next_result(Deadline const& deadline);

    /// Runs a statement and waits for its whole answer, with columns as text.
    [[nodiscard]] PgResult run(Statement const& statement, Deadline const& deadline);

    /// Cancels the running query and discards its result, within half a second.
    /// \return whether the connection can be reused
    [[nodiscard]] bool stop() noexcept;

    /// Forgets prepared statements, also on the server.
    void forget_statements(Deadline const& deadline);

    /// From now on; prepared statements are left to the pooler that lost them.
    void stop_preparing() noexcept;

private:
    [[nodiscard]] bool is_inherited() const noexcept { return m_fork_depth != fork_depth(); }
    void require_own() const;
    void wait_for(short events, Deadline const& deadline);
    void queue_for_text(Statement const& statement);
    void flush(Deadline const& deadline);
    bool cancel(Clock::time_point end) noexcept;
    bool drain(Clock::time_point end) noexcept;
    void check_ok(int success) const;
    std::string prepared_name(Statement const& statement, Deadline const& deadline);
    PgResult last_result(Deadline const& deadline);

    PgConnection m_connection;
    unsigned m_fork_depth = fork_depth();
    Clock::time_point m_born = Clock::now();
    Clock::duration m_waited{};
    bool m_prepare = true;
    bool m_has_settings = true;
    std::size_t m_max_statements = 0;
    std::size_t m_max_statement_bytes = 0;
    std::size_t m_longest_prepared = 0;
    /// SQL → name of the prepared statement, "" while it was used only once.
    std::unordered_map<std::string, std::string> m_statements;
    std::size_t m_statement_bytes = 0; ///< of their SQL
};

} // namespace ms::source::postgis
