// SPDX-License-Identifier: MIT
#include "source/postgis/link/connection.hpp"

#include "base/blocking_call.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <future>
#include <libpq-fe.h>
#include <poll.h>
#include <unistd.h>
#include <vector>

namespace ms::source::postgis {

namespace {

using namespace std::chrono_literals;
using ConninfoOptions = Handle<PQconninfoOption, PQconninfoFree>;
using PgCancel = Handle<PGcancel, PQfreeCancel>;

// Time in which a cancelled query must end before its connection is dropped.
constexpr auto patience_after_cancel = 500ms;
// A server that refuses faster than this is running, and may be tried a second time.
constexpr auto quick_refusal = 1s;
// Maximum delay until a cancelled request is noticed.
constexpr auto longest_wait = 50ms;

/// Text values in the form libpq takes.
std::vector<char const*> pointers(Statement const& statement)
{
    std::vector<char const*> values;
    values.reserve(statement.parameters.size());
    for (auto const& value : statement.parameters) {
        values.push_back(value.c_str());
    }
    return values;
}

bool poll_socket(int socket, short events, std::chrono::milliseconds timeout) noexcept
{
    pollfd requested{socket, events, 0};
    return poll(&requested, 1, static_cast<int>(timeout.count())) > 0;
}

bool poll_readable(int socket, std::chrono::milliseconds timeout) noexcept
{
    return poll_socket(socket, POLLIN, timeout);
}

std::string value_of(PQconninfoOption const* options, std::string_view keyword)
{
    for (auto const* option = options; option != nullptr && option->keyword != nullptr; ++option) {
        if (option->keyword == keyword && option->val != nullptr) {
            return option->val;
        }
    }
    return {};
}

/// The options in effect: of the string, its service file, the environment.
ConninfoOptions resolved(std::string const& conninfo)
{
    ConninfoOptions given{PQconninfoParse(conninfo.c_str(), nullptr)};
    if (value_of(given.get(), "service").empty()) {
        return given;
    }
    // Only an unfinished connection exposes the settings of a service file.
    PgConnection const unfinished{PQconnectStart(conninfo.c_str())};
    return ConninfoOptions{unfinished ? PQconninfo(unfinished.get()) : nullptr};
}

std::string option_in_effect(PQconninfoOption const* given, std::string_view keyword)
{
    auto const value = value_of(given, keyword);
    ConninfoOptions const defaults{value.empty() ? PQconndefaults() : nullptr};
    return value.empty() ? value_of(defaults.get(), keyword) : value;
}

constexpr auto read_only_setting = "default_transaction_read_only=on";

std::string session_settings(SessionOptions const& options, bool read_only)
{
    // A plan made for the box at hand knows how much of the table it covers, for 5 microseconds;
    // just-in-time compilation costs more than any map query runs.
    std::string settings = " -c plan_cache_mode=force_custom_plan -c jit=off";
    if (read_only) {
        settings += std::string{" -c "} + read_only_setting;
    }
    if (options.statement_timeout > 0ms) {
        settings += " -c statement_timeout=" + std::to_string(options.statement_timeout.count());
    }
    return settings;
}

/// The same name for the same statement in all sessions: a pooler may hand out a back end on which
/// another of our connections prepared something. FNV-1a, 64 bits,
/// https://datatracker.ietf.org/doc/html/draft-eastlake-fnv.
std::string name_of(std::string_view sql)
{
    constexpr std::uint64_t prime = 0x100000001b3;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (auto const c : sql) {
        hash = (hash ^ static_cast<unsigned char>(c)) * prime;
    }
    return "ms_" + std::to_string(hash) + "_" + std::to_string(sql.size());
}

/// pgbouncer before 1.20: "unsupported startup parameter: options"
bool refuses_settings(Failure const& failure)
{
    return failure.message.find("unsupported startup parameter") != std::string::npos;
}

/// The keywords and values of a connection, as libpq takes them, and what must be set afterwards.
struct SessionRequest {
    std::string conninfo, timeout, settings;
    bool with_settings = true;
    bool sets_read_only = false; ///< by a statement: the settings must not say so
};

SessionRequest make_request(std::string const& conninfo, SessionOptions const& options,
                            bool with_settings)
{
    auto const given = resolved(conninfo);
    if (!given) { // libpq's own words quote the text around the mistake, a password maybe
        throw DatabaseFailure{{FailureKind::Unreadable, "",
                               "CONNECTION is malformed: keyword=value pairs or a URI are "
                               "expected, and a value with blanks needs quotes"}};
    }
    auto const own_timeout = option_in_effect(given.get(), "connect_timeout");
    // libpq takes a session that is read-only by its settings for one on a standby.
    bool const wants_primary =
        option_in_effect(given.get(), "target_session_attrs") == "read-write";
    return {.conninfo = conninfo,
            .timeout =
                own_timeout.empty() ? std::to_string(options.connect_timeout.count()) : own_timeout,
            .settings = option_in_effect(given.get(), "options") +
                        session_settings(options, options.read_only && !wants_primary),
            .with_settings = with_settings,
            .sets_read_only = with_settings && options.read_only && wants_primary};
}

PgConnection connect(SessionRequest const& request)
{
    // Later values win; "dbname" contains the whole connection string.
    std::array const keywords{"dbname",
                              "fallback_application_name",
                              "connect_timeout",
                              "client_encoding",
                              request.with_settings ? "options" : nullptr,
                              static_cast<char const*>(nullptr)};
    std::array const values{request.conninfo.c_str(), "mapserver-pg",
                            request.timeout.c_str(),  "UTF8",
                            request.settings.c_str(), static_cast<char const*>(nullptr)};
    auto const begin = std::chrono::steady_clock::now();
    PgConnection connection{PQconnectdbParams(keywords.data(), values.data(), 1)};
    if (PQstatus(connection.get()) != CONNECTION_OK &&
        std::chrono::steady_clock::now() - begin < quick_refusal &&
        !refuses_settings(refusal_of(connection.get()))) {
        // The second error message contains the SQLSTATE, which does not depend on the server's
        // language.
        PQsetErrorVerbosity(connection.get(), PQERRORS_VERBOSE);
        PQreset(connection.get());
    }
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        auto failure = refusal_of(connection.get());
        failure.message = redacted(std::move(failure.message), request.conninfo);
        throw DatabaseFailure{std::move(failure)};
    }
    PQsetErrorVerbosity(connection.get(), PQERRORS_DEFAULT);
    if (request.sets_read_only) {
        auto const set = std::string{"SET "} + read_only_setting;
        PgResult const done{PQexec(connection.get(), set.c_str())};
        if (PQresultStatus(done.get()) != PGRES_COMMAND_OK) {
            throw DatabaseFailure{failure_of(done.get(), connection.get())};
        }
    }
    PQsetNoticeProcessor(
        connection.get(), [](void*, char const*) {}, nullptr);
    PQsetnonblocking(connection.get(), 1); // long statements, to a server that does not read
    return connection;
}

/// libpq's own waiting heeds its connect_timeout only, for each host and address in turn.
PgConnection connect_in_time(std::string const& conninfo, SessionOptions const& options,
                             bool with_settings, Deadline const& deadline)
{
    struct Outcome { // a value: exceptions are not shared between threads
        PgConnection connection;
        std::optional<Failure> failure;
    };
    auto connecting = start_blocking_call([conninfo, options, with_settings]() -> Outcome {
        try {
            return {connect(make_request(conninfo, options, with_settings)), std::nullopt};
        } catch (DatabaseFailure const& error) {
            return {nullptr, error.failure};
        }
    });
    while (connecting.wait_for(longest_wait) != std::future_status::ready) {
        deadline.check();
    }
    auto outcome = connecting.get();
    if (outcome.failure) {
        throw DatabaseFailure{std::move(*outcome.failure)};
    }
    return std::move(outcome.connection);
}

} // namespace

Connection::Connection(std::string const& conninfo, SessionOptions const& options,
                       Deadline const& deadline)
    : m_prepare(options.prepare && options.settings), m_has_settings(options.settings),
      m_max_statements(options.max_statements), m_max_statement_bytes(options.max_statement_bytes),
      m_longest_prepared(options.longest_prepared)
{
    try {
        m_connection = connect_in_time(conninfo, options, m_has_settings, deadline);
    } catch (DatabaseFailure const& error) {
        if (!m_has_settings || !refuses_settings(error.failure)) {
            throw;
        }
        m_prepare = m_has_settings = false;
        m_connection = connect_in_time(conninfo, options, false, deadline);
    }
}

Connection::~Connection()
{
    if (m_connection && is_inherited()) { // PQfinish() would end the parent's session
        ::close(PQsocket(m_connection.get()));
        static_cast<void>(m_connection.release());
    }
}

/// What a child reads or sends would be missing in its parent's session, or disturb it.
void Connection::require_own() const
{
    if (is_inherited()) {
        throw DatabaseFailure{
            {FailureKind::Disconnected, "", "the connection belongs to the parent process"}};
    }
}

bool Connection::is_near() const
{
    auto const text = [](char const* value) { return std::string_view{value ? value : ""}; };
    auto const host = text(PQhost(m_connection.get()));
    auto const address = text(PQhostaddr(m_connection.get()));
    return host.starts_with('/') || host.starts_with('@') || address.starts_with("127.") ||
           address == "::1";
}

bool Connection::is_alive()
{
    if (is_inherited() || PQstatus(m_connection.get()) != CONNECTION_OK ||
        PQtransactionStatus(m_connection.get()) != PQTRANS_IDLE) {
        return false;
    }
    // No result is expected: readable bytes are the server's goodbye or a notice.
    return !poll_readable(PQsocket(m_connection.get()), 0ms) ||
           (PQconsumeInput(m_connection.get()) == 1 &&
            PQstatus(m_connection.get()) == CONNECTION_OK);
}

void Connection::check_ok(int success) const
{
    if (success != 1) {
        throw DatabaseFailure{failure_of(nullptr, m_connection.get())};
    }
}

void Connection::wait_for(short events, Deadline const& deadline)
{
    auto const begin = Clock::now();
    auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline.end() - begin);
    poll_socket(PQsocket(m_connection.get()), events,
                std::clamp<std::chrono::milliseconds>(left + 1ms, 0ms, longest_wait));
    m_waited += Clock::now() - begin;
    deadline.check();
}

/// Sends what the socket did not take at once. A server that sends meanwhile must be read: it may
/// take nothing before.
void Connection::flush(Deadline const& deadline)
{
    for (auto left = PQflush(m_connection.get()); left != 0; left = PQflush(m_connection.get())) {
        check_ok(left > 0 ? 1 : 0);
        wait_for(POLLIN | POLLOUT, deadline);
        check_ok(PQconsumeInput(m_connection.get()));
    }
}

bool Connection::must_wait()
{
    require_own();
    if (PQisBusy(m_connection.get()) != 0 && poll_readable(PQsocket(m_connection.get()), 0ms)) {
        check_ok(PQconsumeInput(m_connection.get()));
    }
    return PQisBusy(m_connection.get()) != 0;
}

PgResult Connection::next_result(Deadline const& deadline)
{
    require_own();
    while (PQisBusy(m_connection.get()) != 0) {
        wait_for(POLLIN, deadline);
        check_ok(PQconsumeInput(m_connection.get()));
    }
    PgResult result{PQgetResult(m_connection.get())};
    if (!result) {
        return result;
    }
    auto const status = PQresultStatus(result.get());
    if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        throw DatabaseFailure{failure_of(result.get(), m_connection.get())};
    }
    return result;
}

PgResult Connection::last_result(Deadline const& deadline)
{
    PgResult last;
    while (auto result = next_result(deadline)) {
        last = std::move(result);
    }
    return last;
}

std::string Connection::prepared_name(Statement const& statement, Deadline const& deadline)
{
    if (statement.sql.size() > m_longest_prepared) {
        return {};
    }
    auto const known = m_statements.find(statement.sql);
    if (known == m_statements.end()) {
        if (m_statements.size() >= m_max_statements ||
            m_statement_bytes + statement.sql.size() > m_max_statement_bytes) {
            forget_statements(deadline);
        }
        m_statements.emplace(statement.sql, "");
        m_statement_bytes += statement.sql.size();
        return {};
    }
    if (known->second.empty()) {
        auto const name = name_of(statement.sql);
        check_ok(
            PQsendPrepare(m_connection.get(), name.c_str(), statement.sql.c_str(), 0, nullptr));
        flush(deadline);
        (void)last_result(deadline);
        known->second = name;
    }
    return known->second;
}

void Connection::send(Statement const& statement, Deadline const& deadline)
{
    require_own();
    auto const values = pointers(statement);
    auto const count = static_cast<int>(values.size());
    auto const name = m_prepare ? prepared_name(statement, deadline) : std::string{};
    constexpr int binary = 1;
    check_ok(name.empty() ? PQsendQueryParams(m_connection.get(), statement.sql.c_str(), count,
                                              nullptr, values.data(), nullptr, nullptr, binary)
                          : PQsendQueryPrepared(m_connection.get(), name.c_str(), count,
                                                values.data(), nullptr, nullptr, binary));
    PQsetSingleRowMode(m_connection.get());
    flush(deadline);
}

/// Hands libpq a statement whose answer has columns as text.
void Connection::queue_for_text(Statement const& statement)
{
    require_own();
    auto const values = pointers(statement);
    check_ok(PQsendQueryParams(m_connection.get(), statement.sql.c_str(),
                               static_cast<int>(values.size()), nullptr, values.data(), nullptr,
                               nullptr, 0));
}

void Connection::send_for_text(Statement const& statement, Deadline const& deadline)
{
    queue_for_text(statement);
    PQsetSingleRowMode(m_connection.get());
    flush(deadline);
}

PgResult Connection::run(Statement const& statement, Deadline const& deadline)
{
    queue_for_text(statement);
    flush(deadline);
    return last_result(deadline);
}

bool Connection::drain(Clock::time_point end) noexcept
{
    for (;;) {
        while (PQisBusy(m_connection.get()) != 0) {
            if (Clock::now() >= end) {
                return false;
            }
            poll_readable(PQsocket(m_connection.get()), longest_wait);
            if (PQconsumeInput(m_connection.get()) != 1) {
                return false;
            }
        }
        if (!PgResult{PQgetResult(m_connection.get())}) {
            return PQstatus(m_connection.get()) == CONNECTION_OK;
        }
    }
}

bool Connection::stop() noexcept
{
    if (is_inherited()) {
        return false;
    }
    if (drain(Clock::time_point::min())) { // mostly there is nothing left
        return true;
    }
    auto const end = Clock::now() + patience_after_cancel;
    return cancel(end) && drain(end);
}

/// PQcancel() connects to the server and waits until it has taken the request, for as long as that
/// takes.
bool Connection::cancel(Clock::time_point end) noexcept
try {
    auto canceling = start_blocking_call([cancel = PgCancel{PQgetCancel(m_connection.get())}] {
        std::array<char, 256> message{};
        return cancel &&
               PQcancel(cancel.get(), message.data(), static_cast<int>(message.size())) == 1;
    });
    return canceling.wait_until(end) == std::future_status::ready && canceling.get();
} catch (std::exception const&) { // no thread for it: the connection is closed instead
    return false;
}

void Connection::forget_statements(Deadline const& deadline)
{
    bool const has_any =
        std::ranges::any_of(m_statements, [](auto const& entry) { return !entry.second.empty(); });
    m_statements.clear();
    m_statement_bytes = 0;
    if (has_any) {
        (void)run({"DEALLOCATE ALL", {}}, deadline);
    }
}

void Connection::stop_preparing() noexcept
{
    m_prepare = false;
    m_statements.clear();
    m_statement_bytes = 0;
}

} // namespace ms::source::postgis
