// SPDX-License-Identifier: MIT
#include "source/postgis/rows/row_stream.hpp"

#include <charconv>
#include <libpq-fe.h>
#include <utility>

namespace ms::source::postgis {

namespace {

/// From a plan's line "Buffers: shared hit=12 read=3 ...": pages found in the server's memory, and
/// those that were not.
std::optional<std::uint64_t> pages_read(std::string_view line)
{
    constexpr std::string_view begin = "Buffers: shared";
    auto const at = line.find(begin);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    line.remove_prefix(at + begin.size());
    std::uint64_t pages = 0;
    for (std::string_view const word : {" hit=", " read="}) {
        if (auto const number = line.find(word); number != std::string_view::npos) {
            auto const text = line.substr(number + word.size());
            std::uint64_t value = 0;
            std::from_chars(text.data(), text.data() + text.size(), value);
            pages += value;
        }
    }
    return pages;
}

} // namespace

RowStream::RowStream(Table& table, Statement statement, Remake remake, Use use)
    : m_table(table), m_statement(std::move(statement)), m_remake(std::move(remake)), m_use(use),
      m_is_logged(m_table.log().wants(LogLevel::Verbose))
{
    try {
        m_lease = m_table.acquire(&Pool::try_acquire);
    } catch (DatabaseFailure const& error) {
        // The server may have no more connections; one of ours may become free before rows are
        // read. Whatever else is wrong has taken its time, and would take it again.
        if (!error.failure.is_full()) {
            m_refusal = error.failure;
        }
    }
    if (m_lease) {
        send();
    } else {
        m_table.pool().enqueue(m_table.deadline(), *this);
        m_is_queued = true;
    }
}

RowStream::~RowStream()
{
    if (m_is_queued) {
        m_table.pool().remove(m_table.deadline(), *this);
    }
}

void RowStream::take_turn(Lease lease) noexcept
{
    m_is_queued = false;
    m_lease = std::move(lease);
    send();
}

void RowStream::send() noexcept
{
    if (m_table.layer().close_connection) {
        m_lease.close_afterwards();
    }
    try {
        if (m_is_logged) {
            m_conversation = {.sent = Connection::Clock::now(), .first_row = {}};
        }
        m_waited_before = m_lease->waited();
        m_lease->send(m_statement, m_table.deadline());
        count(Counter::Statements, 1);
    } catch (DatabaseFailure const& error) {
        m_failure = error.failure;
    } catch (Interrupted const& error) {
        m_interruption = error;
    }
}

/// Reports that the database took too long only if this statement took most of the time.
void RowStream::fail_interrupted(Interrupted const& error)
{
    auto const waited = m_lease ? m_lease->waited() - m_waited_before : Deadline::Clock::duration{};
    m_table.fail_interrupted(error, waited);
}

void RowStream::ensure_sent()
{
    if (m_lease) {
        return;
    }
    m_table.pool().remove(m_table.deadline(), *this);
    m_is_queued = false;
    if (auto refusal = std::exchange(m_refusal, std::nullopt)) {
        throw DatabaseFailure{std::move(*refusal)};
    }
    m_lease = m_table.acquire(&Pool::acquire);
    send();
}

void RowStream::reconnect()
{
    try {
        m_lease.reconnect();
    } catch (DatabaseFailure const& error) {
        m_table.fail(error.failure);
    }
    m_table.note_connection(m_lease);
}

/// Retries once after a failure that this may cure, as long as no row was read; more than once
/// while the server is away.
void RowStream::recover(Failure const& failure)
{
    if (m_has_rows && m_use == Use::Held && failure.kind == FailureKind::Disconnected) {
        m_statement = m_remake();
        m_has_rows = false;
    }
    m_unexplained_ends += failure.is_unexplained() ? 1 : 0;
    bool const may_return = m_first_failure && failure.kind == FailureKind::Disconnected &&
                            !m_has_rows && m_unexplained_ends < max_unexplained_ends;
    if (m_first_failure && failure.kind == FailureKind::Stale) {
        m_table.keep_facts();
    }
    if (m_has_rows || (m_first_failure && !(may_return && m_lease.is_patient(*m_first_failure)))) {
        m_table.fail(failure);
    }
    if (!m_first_failure) {
        m_first_failure = Connection::Clock::now();
        if (failure.is_unexplained() && !failure.sqlstate.empty()) {
            // A pooler needs a moment to notice that its other sessions have ended as well.
            (void)m_lease.is_patient(*m_first_failure);
        }
    }
    if (failure.kind == FailureKind::Disconnected || !m_lease->stop()) {
        reconnect();
    }
    switch (failure.kind) {
    case FailureKind::Disconnected:
        break;
    case FailureKind::Unprepared:
        failure.sqlstate == "0A000" ? m_lease->forget_statements(m_table.deadline())
                                    : m_lease.stop_preparing();
        break;
    case FailureKind::Stale:
        m_table.forget_facts();
        m_statement = m_remake();
        break;
    default:
        m_table.fail(failure);
    }
    send();
}

void RowStream::count(Counter counter, std::uint64_t amount) const noexcept
{
    if (m_table.trace() != nullptr) {
        m_table.trace()->add(counter, amount);
    }
}

PgResult RowStream::next()
{
    while (m_is_under_way) {
        try {
            ensure_sent();
            if (auto failure = std::exchange(m_failure, std::nullopt)) {
                throw DatabaseFailure{std::move(*failure)};
            }
            if (m_interruption) {
                fail_interrupted(*m_interruption);
            }
            auto result = next_result();
            if (result && PQresultStatus(result.get()) == PGRES_SINGLE_TUPLE) {
                note_row(*result);
                return result;
            }
            while (result) { // libpq sends no other statement before the end was read twice
                result = m_lease->next_result(m_table.deadline());
            }
            note_end();
        } catch (DatabaseFailure const& error) {
            auto const failure = error.failure;
            if (!m_lease) {
                m_table.fail(failure); // could not even connect
            }
            recover(failure);
        } catch (Abandoned const&) {
            throw;
        } catch (Interrupted const& error) {
            fail_interrupted(error);
        }
    }
    return {};
}

PgResult RowStream::next_result()
{
    bool const waits = (m_table.trace() != nullptr || m_is_logged) && m_lease->must_wait();
    auto const begin = waits && m_is_logged ? Connection::Clock::now() : m_conversation.sent;
    Timed const first{m_has_rows ? nullptr : m_table.trace(), Stage::FirstRow};
    Timed const timed{waits ? m_table.trace() : nullptr, Stage::DbWait};
    auto result = m_lease->next_result(m_table.deadline());
    if (waits && m_is_logged) {
        m_conversation.waited += Connection::Clock::now() - begin;
    }
    return result;
}

/// Logs the statement and its time, including the waiting that DbWait sums up.
void RowStream::log_conversation() const
{
    auto const us_since_sent = [&](Connection::Clock::time_point end) {
        return std::to_string(
            std::chrono::duration_cast<std::chrono::microseconds>(end - m_conversation.sent)
                .count());
    };
    auto const waited =
        std::chrono::duration_cast<std::chrono::microseconds>(m_conversation.waited).count();
    bool const has_rows = m_conversation.rows > 0;
    m_table.log().write(
        LogLevel::Verbose,
        m_table.layer().ref.message(
            std::to_string(m_conversation.rows) + " rows, " + std::to_string(m_bytes) +
            " bytes, first row after " +
            (has_rows ? us_since_sent(m_conversation.first_row) : std::string{"-"}) +
            " us, waited " + std::to_string(waited) + " us, end after " +
            us_since_sent(Connection::Clock::now()) + " us: " + m_statement.sql));
}

void RowStream::note_row(pg_result const& row)
{
    m_has_rows = true;
    if (m_is_logged && m_conversation.rows++ == 0) {
        m_conversation.first_row = Connection::Clock::now();
    }
    for (int column = 0; column < PQnfields(&row); ++column) {
        m_bytes += static_cast<std::uint64_t>(PQgetlength(&row, 0, column));
    }
}

void RowStream::note_end()
{
    m_is_under_way = false;
    count(Counter::DatabaseBytes, m_bytes);
    if (m_is_logged) {
        log_conversation();
    }
    if (m_table.counts_reads() && m_lease->stop()) {
        count_reads();
    }
}

void RowStream::ask(Statement statement)
{
    bool const is_cut_short = std::exchange(m_is_under_way, true);
    if (is_cut_short) {
        note_end();
        m_is_under_way = true;
    }
    m_statement = std::move(statement);
    m_first_failure.reset();
    m_unexplained_ends = 0;
    m_has_rows = false;
    m_bytes = 0;
    if (is_cut_short && !m_lease->stop()) {
        m_failure = Failure{FailureKind::Disconnected, "", "a statement could not be stopped"};
    } else {
        send();
    }
}

void RowStream::close()
{
    if (m_is_under_way && m_lease) {
        note_end();
    }
    m_is_under_way = false;
    m_lease.give_back();
}

/// PostgreSQL reports what a statement has read only in place of its rows: it runs once more.
void RowStream::count_reads()
{
    auto statement = m_statement;
    statement.sql = "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) " + statement.sql;
    try {
        auto const plan = m_lease->run(statement, m_table.deadline());
        for (int row = 0; row < PQntuples(plan.get()); ++row) {
            if (auto const pages = pages_read(PQgetvalue(plan.get(), row, 0))) {
                count(Counter::BackendReads, *pages);
                return; // the first node's are those of all below it, too
            }
        }
    } catch (DatabaseFailure const& error) {
        m_table.log().write(LogLevel::Notice,
                            m_table.layer().ref.message("the read pages are unknown: PostgreSQL " +
                                                        error.failure.sqlstate));
    }
}

} // namespace ms::source::postgis
