// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The rows of one query, read while the server still sends them.

#include "base/trace.hpp"
#include "expr/bind.hpp"
#include "source/feature_source.hpp"
#include "source/postgis/decode.hpp"
#include "source/postgis/table.hpp"

#include <optional>

namespace ms::source::postgis {

class Cursor final : public FeatureCursor, private Waiter {
public:
    /// Sends the query if a connection is free for it. \throws Error naming the layer
    Cursor(Table table, Query query);
    ~Cursor() override;

    bool next(feature::FeatureBatch& batch) override;

private:
    void take_turn(Lease lease) noexcept override;
    void take_lease(Lease (Pool::*acquire)(Deadline const&));
    void note_connection() const;
    void prepare();
    void send() noexcept;
    void ensure_sent();
    void recover(Failure const& failure);
    [[nodiscard]] PgResult next_result();
    void count(Counter counter, std::uint64_t amount) const noexcept;
    /// For statements that are written down.
    struct Conversation {
        Connection::Clock::time_point sent, first_row;
        Connection::Clock::duration waited{};
        std::uint64_t rows = 0;
    };

    void log_conversation() const;
    void read_rows(feature::FeatureBatch& batch);
    bool read_row(pg_result const& row, feature::FeatureBatch& batch);
    bool passes_filter(pg_result const& row);
    void finish();
    void count_reads();

    Table m_table;
    Query m_query;
    Fetch m_fetch;
    std::optional<Decoder> m_decoder;
    std::optional<expr::Bound> m_filter; ///< what the server does not evaluate
    feature::FeatureBatch m_candidate;   ///< the row the filter is asked about

    Lease m_lease;
    std::optional<Failure> m_failure; ///< of sending, kept until rows are asked for
    std::optional<Connection::Clock::time_point> m_first_failure;
    bool m_is_queued = false;
    bool m_is_finished = false;
    bool m_has_rows = false;
    std::int64_t m_rows_left = -1; ///< -1: no limit
    std::int64_t m_rows_to_skip = 0;
    std::uint64_t m_bytes = 0;     ///< of all values so far
    bool const m_is_logged;
    Conversation m_conversation;
};

} // namespace ms::source::postgis
