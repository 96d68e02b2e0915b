// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Streams the rows of a statement while the server still sends them.

#include "base/trace.hpp"
#include "source/postgis/rows/table.hpp"

#include <functional>
#include <optional>

namespace ms::source::postgis {

/// Statements of one layer, one after another over one connection: waits for the connection,
/// retries after temporary failures, counts and logs. Belongs to the thread of the table's user.
class RowStream final : private Waiter {
public:
    /// The statement once more, after the table has changed under it.
    using Remake = std::function<Statement()>;
    /// How rows are handled while others are still to come.
    enum class Use : std::uint8_t {
        Drawn, ///< a connection that is lost between them is an error
        Held,  ///< the statement can be repeated: remake() is called
    };

    /// Sends the statement if a connection is free for it. `table` must outlive the stream.
    RowStream(Table& table, Statement statement, Remake remake, Use use = Use::Drawn);
    ~RowStream() override;
    RowStream(RowStream const&) = delete;
    RowStream& operator=(RowStream const&) = delete;

    /// The next row, alone in its result and with binary columns; null at the end.
    /// \throws Error naming the layer, and the exceptions of `remake`
    [[nodiscard]] PgResult next();
    /// Whether next() would have to wait for the network; false if it is going to fail.
    [[nodiscard]] bool must_wait()
    {
        try {
            return m_lease && m_lease->must_wait();
        } catch (DatabaseFailure const&) {
            return false;
        }
    }
    /// Sends another statement; skips the remaining rows of the previous one.
    void ask(Statement statement);
    /// Releases the connection: no more rows are read.
    void close();

private:
    void take_turn(Lease lease) noexcept override;
    void send() noexcept;
    void ensure_sent();
    [[noreturn]] void fail_interrupted(Interrupted const& error);
    void reconnect();
    void recover(Failure const& failure);
    [[nodiscard]] PgResult next_result();
    void note_row(pg_result const& row);
    void note_end();
    void count(Counter counter, std::uint64_t amount) const noexcept;
    void log_conversation() const;
    void count_reads();

    /// For statements that are written down.
    struct Conversation {
        Connection::Clock::time_point sent, first_row;
        Connection::Clock::duration waited{};
        std::uint64_t rows = 0;
    };

    Table& m_table;
    Statement m_statement;
    Remake m_remake;
    Use m_use;
    Lease m_lease;
    std::optional<Failure> m_refusal;              ///< of connecting, stored as well
    std::optional<Failure> m_failure;              ///< of sending, stored until rows are read
    std::optional<Interrupted> m_interruption;     ///< of sending, as well
    Connection::Clock::duration m_waited_before{}; ///< of the connection, for other statements
    std::optional<Connection::Clock::time_point> m_first_failure;
    int m_unexplained_ends = 0; ///< of sessions that ran the statement
    bool m_is_queued = false;
    bool m_is_under_way = true; ///< a statement was sent, or will be, and its end was not seen
    bool m_has_rows = false;    ///< of the running statement
    std::uint64_t m_bytes = 0;  ///< of all its values so far
    bool const m_is_logged;
    Conversation m_conversation;
};

} // namespace ms::source::postgis
