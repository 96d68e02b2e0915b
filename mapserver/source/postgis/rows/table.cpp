// SPDX-License-Identifier: MIT
#include "source/postgis/rows/table.hpp"

#include "source/postgis/rows/extent.hpp"
#include "source/postgis/rows/learn.hpp"
#include "source/postgis/sql/tokens.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace ms::source::postgis {

namespace {

/// Everything that the facts depend on.
std::string cache_key(LayerSettings const& layer)
{
    auto key = layer.connection + '\n' + layer.data.geometry + '\n' + layer.data.source + '\n' +
               layer.data.key + '\n' + (layer.data.srid ? std::to_string(*layer.data.srid) : "") +
               (layer.use_levels ? "\nwith levels" : "") +
               (layer.thinned_for > 0 ? "\na level" : "");
    for (auto const& value : layer.bind_values) {
        key += '\n' + value;
    }
    return key;
}

} // namespace

Table::Table(LayerSettings layer, Services const& services)
    : m_layer(std::move(layer)), m_services(services),
      m_pool(services.databases.pool(m_layer.connection)), m_key(cache_key(m_layer))
{}

Lease Table::acquire(Lease (Pool::*way)(Deadline const&)) const
{
    Timed const timed{trace(), Stage::PoolWait};
    auto lease = (*m_pool.*way)(deadline());
    note_connection(lease);
    return lease;
}

void Table::note_connection(Lease const& lease) const
{
    auto const [begin, end] = lease.connected();
    if (trace() != nullptr && begin != end) {
        trace()->add_past(Stage::Connect, begin, end);
    }
}

template <typename Question>
auto Table::ask(Question question) const
{
    // Others may hold connections while they wait for the answer, so this must not wait for
    // theirs.
    Timed const timed{trace(), Stage::Learn, m_layer.ref.name};
    auto lease = acquire(&Pool::acquire_extra);
    auto const begin = Connection::Clock::now();
    int unexplained_ends = 0;
    for (;;) {
        try {
            return question(*lease);
        } catch (DatabaseFailure const& error) {
            unexplained_ends += error.failure.is_unexplained() ? 1 : 0;
            if (error.failure.kind != FailureKind::Disconnected ||
                unexplained_ends >= max_unexplained_ends || !lease.is_patient(begin)) {
                throw;
            }
        }
        lease.reconnect();
        note_connection(lease);
    }
}

SharedFacts Table::learn_now() const
{
    return ask([this](Connection& connection) {
        auto facts = std::make_shared<TableFacts const>(learn(m_layer, connection, deadline()));
        note_other_srid(*facts);
        return facts;
    });
}

/// PostgreSQL compares boxes regardless of their CRS: the map would silently stay empty.
void Table::note_other_srid(TableFacts const& facts) const
{
    auto const said = m_layer.data.srid;
    if (said && facts.declared_srid != 0 && *said != facts.declared_srid) {
        m_services.log.write(LogLevel::Error,
                             m_layer.ref.message("DATA says srid=" + std::to_string(*said) +
                                                 ", but column \"" + facts.geometry + "\" has " +
                                                 std::to_string(facts.declared_srid)));
    }
}

SharedFacts Table::facts()
{
    if (!m_facts) {
        try {
            m_facts = m_services.databases.tables().get(
                m_key, deadline(), [this] { return learn_now(); }, trace());
        } catch (DatabaseFailure const& error) {
            fail(error.failure);
        }
    }
    return m_facts;
}

std::optional<geometry::Box> Table::extent()
{
    auto const known = facts();
    if (known->extent && !is_small(*known)) {
        return known->extent;
    }
    auto const read = known_extent();
    return read->extent ? read->extent : known->extent;
}

SharedFacts Table::known_extent() const
{
    constexpr std::chrono::seconds time_to_forget{20};
    auto& tables = m_services.databases.tables();
    auto const key = m_key + "\nextent\n" + m_layer.native_filter;
    auto const get = [&] {
        try {
            return tables.get(
                key, deadline(), [this] { return read_extent_now(); }, trace());
        } catch (DatabaseFailure const& error) {
            fail(error.failure);
        }
    };
    auto read = get();
    if (read->extent_failed_at &&
        Connection::Clock::now() - *read->extent_failed_at > time_to_forget) {
        tables.forget(key, read);
        read = get();
    }
    return read;
}

/// Within two seconds. \param read (Connection&, Deadline const&) returns the box
/// \param why of a failure
template <typename Read>
std::optional<geometry::Box> Table::read_patiently(Read read, std::string& why) const
{
    constexpr std::chrono::seconds patience{2};
    Timed const timed{trace(), Stage::Learn, m_layer.ref.name};
    auto lease = acquire(&Pool::acquire_extra);
    Deadline const end{std::min(deadline().end(), Deadline::Clock::now() + patience),
                       [this] { return deadline().is_cancelled(); }};
    std::optional<geometry::Box> box;
    try {
        box = read(*lease, end);
    } catch (DatabaseFailure const& error) {
        why = redacted(error.failure.message, m_layer.connection);
    } catch (Error const& error) {
        why = error.what();
    }
    deadline().check(); // of the request itself
    return box;
}

bool Table::is_beyond(std::string const& version, Query const& query)
{
    if (!query.box || facts()->is_geography || uses_box(m_layer.data.source)) {
        return false;
    }
    auto const read = [&] {
        std::string why;
        auto const box = read_patiently(
            [&](Connection& connection, Deadline const& end) {
                return read_bound(m_layer, *m_facts, connection, end);
            },
            why);
        if (!why.empty()) {
            log().write(LogLevel::Notice, m_layer.ref.message("no extent: " + why));
        }
        return box;
    };
    auto const extent = m_services.databases.extents().at(m_key, version, read);
    return extent && !extent->intersects(*query.box);
}

/// A missing extent is remembered too: no request waits for it again; one that could not be read,
/// for a short time.
SharedFacts Table::read_extent_now() const
{
    TableFacts found;
    std::string why;
    found.extent = read_patiently(
        [this](Connection& connection, Deadline const& end) {
            return read_extent(m_layer, *m_facts, connection, end);
        },
        why);
    if (!why.empty()) {
        found.extent_failed_at = Connection::Clock::now();
        log().write(LogLevel::Notice,
                    m_layer.ref.message("no extent, EXTENT or wms_extent would tell it: " + why));
    }
    return std::make_shared<TableFacts const>(std::move(found));
}

std::int64_t Table::count() const
{
    try {
        return ask(
            [this](Connection& connection) { return count_rows(m_layer, connection, deadline()); });
    } catch (DatabaseFailure const& error) {
        fail(error.failure);
    }
}

std::optional<std::int64_t> Table::count(Query const& query)
{
    if (!has_columns(*facts(), query)) {
        forget_facts(); // the column may be new
    }
    auto const statement = count_statement(m_layer, *facts(), query);
    if (!statement) {
        return std::nullopt;
    }
    try {
        return ask([&](Connection& connection) {
            return requested_count(*statement, connection, deadline());
        });
    } catch (DatabaseFailure const& error) {
        fail(error.failure);
    }
}

void Table::forget_facts()
{
    m_services.databases.tables().forget(m_key, m_facts);
    m_facts.reset();
    if (!m_layer.level_of.empty()) {
        m_layer.data.source = std::exchange(m_layer.level_of, {});
        m_layer.thinned_for = 0;
        m_key = cache_key(m_layer);
    }
}

Fetch Table::fetch(Query const& query)
{
    if (!has_columns(*facts(), query)) {
        forget_facts(); // the column may be new
    }
    return make_fetch(m_layer, *facts(), query);
}

void Table::try_plan(Query const& query)
{
    auto statement = fetch(query).statement;
    statement.sql = "EXPLAIN " + statement.sql;
    try {
        (void)ask([&](Connection& connection) { return connection.run(statement, deadline()); });
    } catch (DatabaseFailure const& error) {
        fail(error.failure);
    }
}

std::optional<VersionedFetch> Table::versioned_fetch(Query const& query)
{
    bool const is_requested = geometry_cache().is_on() && m_layer.keeps_geometries;
    if (!is_requested || !facts()->has_row_versions || !has_columns(*facts(), query)) {
        return std::nullopt;
    }
    auto fetch = make_versioned_fetch(m_layer, *facts(), query);
    return fetch && geometry_cache().takes(fetch->key) ? std::move(fetch) : std::nullopt;
}

void Table::fail(Failure const& failure) const
{
    if (failure.kind == FailureKind::TimedOut && deadline().is_abandoned()) {
        throw Abandoned{}; // we have cancelled the query
    }
    auto const words = redacted(failure.message, m_layer.connection);
    auto const state = failure.sqlstate.empty() ? "" : " " + failure.sqlstate;
    m_services.log.write(LogLevel::Error, m_layer.ref.message("PostgreSQL" + state + ": " + words));
    bool const is_limit =
        failure.kind == FailureKind::TimedOut || failure.kind == FailureKind::Busy;
    bool const may_pass = failure.is_passing() || failure.kind == FailureKind::Busy;
    throw LayerError{is_limit ? ErrorKind::Limit : ErrorKind::Source,
                     m_layer.ref.message(failure.text()), m_layer.ref.name, failure.public_text(),
                     may_pass ? RetryPolicy::Soon : RetryPolicy::None};
}

void Table::fail_interrupted(Interrupted const& error, Deadline::Clock::duration waited) const
{
    if (deadline().is_abandoned()) {
        throw Abandoned{};
    }
    auto const ms = std::chrono::duration_cast<std::chrono::milliseconds>(waited).count();
    m_services.log.write(LogLevel::Error, m_layer.ref.message(std::string{error.what()} +
                                                              "; its statement was waited for " +
                                                              std::to_string(ms) + " ms"));
    if (waited < deadline().allowed() / 2) {
        throw error;
    }
    Failure const failure{FailureKind::TimedOut, "", error.what()};
    throw LayerError{ErrorKind::Limit, m_layer.ref.message(failure.text()), m_layer.ref.name,
                     failure.public_text(), RetryPolicy::None};
}

} // namespace ms::source::postgis
