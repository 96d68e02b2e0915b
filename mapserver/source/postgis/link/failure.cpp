// SPDX-License-Identifier: MIT
#include "source/postgis/link/failure.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <libpq-fe.h>
#include <string_view>

namespace ms::source::postgis {

namespace {

using ConninfoOptions = Handle<PQconninfoOption, PQconninfoFree>;

// https://www.postgresql.org/docs/15/errcodes-appendix.html
FailureKind kind_of(std::string_view sqlstate, std::string_view message)
{
    constexpr std::array disconnected{"57P01", "57P02", "57P05", "25P03"};
    if (sqlstate.empty() || (sqlstate.starts_with("08") && sqlstate != "08P01") ||
        std::ranges::count(disconnected, sqlstate) > 0) {
        return FailureKind::Disconnected;
    }
    if (sqlstate == "26000" || sqlstate == "42P05" ||
        message.starts_with("cached plan must not change")) {
        return FailureKind::Unprepared;
    }
    if (sqlstate.starts_with("42") ||
        (sqlstate == "XX000" && message.find("SRID") != std::string_view::npos)) {
        return FailureKind::Stale;
    }
    if (sqlstate == "57014") {
        return FailureKind::TimedOut;
    }
    return sqlstate.starts_with("53") || sqlstate.starts_with("57") ? FailureKind::Refused
                                                                    : FailureKind::Other;
}

/// Messages that name only a column, a table, a function or a type.
bool names_only_objects(std::string_view sqlstate)
{
    constexpr std::array harmless{"42703", "42P01", "42883", "42501", "42P02", "42804", "3F000"};
    return std::ranges::count(harmless, sqlstate) > 0;
}

struct Words {
    std::string_view key, words;
};

/// The public text for an SQLSTATE, or its class; the first row that matches.
constexpr std::array state_words{
    Words{"28", "the database refused the connection: not authorised"},
    Words{"3D000", "the database refused the connection: there is no such database"},
    Words{"53300", "the database refused the connection: too many connections"},
    Words{"53", "the database is not available now: out of memory or disk space"},
    Words{"08001", "the database cannot reach another server that it needs"},
    Words{"57P03", "the database refused the connection: it is starting up or shutting down"},
    Words{"57P0", "the database ended the connection: it is shutting down"},
    Words{"42P01", "the database refused the query: a table is missing"},
    Words{"42703", "the database refused the query: a column is missing"},
    Words{"42883", "the database refused the query: a function is missing"},
    Words{"3F000", "the database refused the query: a schema is missing"},
    Words{"42501", "the database refused the query: permission denied"},
    Words{"42804", "the database refused the query: a column has the wrong type"},
    Words{"42", "the database refused the query: it is not valid"},
    Words{"22", "the database refused the query: a value is not valid"},
    Words{"25006", "the database refused the query: it may only read"},
    Words{"40", "the database gave up the query: it was in the way of another"},
    Words{"55P03", "the database refused the query: lock timeout"},
};

std::string_view words_of_state(std::string_view sqlstate)
{
    auto const* const found = std::ranges::find_if(
        state_words, [&](Words const& row) { return sqlstate.starts_with(row.key); });
    return found == state_words.end() ? std::string_view{} : found->words;
}

/// libpq has no codes for errors before a server answers, only these messages.
constexpr std::array silence_words{
    Words{"Connection refused", ": connection refused"},
    Words{"No such file", ": connection refused"}, // a socket that is not there
    Words{"could not translate host name", ": unknown host"},
    Words{"timeout expired", ": connection timeout"},
    Words{"timed out", ": connection timeout"},
    Words{"closed the connection", ": connection lost"},
    Words{"connection to server was lost", ": connection lost"},
    Words{"no connection to the server", ": connection lost"},
};

std::string cause_of_silence(std::string_view message)
{
    auto const* const found = std::ranges::find_if(silence_words, [&](Words const& row) {
        return message.find(row.key) != std::string_view::npos;
    });
    return found == silence_words.end() ? std::string{} : std::string{found->words};
}

/// Whether the session is over, for any reason: a pooler reports all of them as 08P01.
bool is_fatal(pg_result const* result)
{
    auto const* severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    severity = severity == nullptr ? PQresultErrorField(result, PG_DIAG_SEVERITY) : severity;
    std::string_view const word = severity == nullptr ? "" : severity;
    return word == "FATAL" || word == "PANIC";
}

/// "57P03" of `... failed: FATAL:  57P03: the database system is starting up`; "" without one.
std::string sqlstate_in(std::string_view message)
{
    constexpr std::size_t length = 5;
    for (auto at = message.find(":  "); at != std::string_view::npos;
         at = message.find(":  ", at + 1)) {
        auto const word = message.substr(at + 3, length);
        auto const is_code = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
        };
        if (word.size() == length && std::ranges::all_of(word, is_code) &&
            message.substr(at + 3 + length).starts_with(": ")) {
            return std::string{word};
        }
    }
    return {};
}

std::string first_line(char const* text)
{
    std::string_view const all{text == nullptr ? "" : text};
    return std::string{trim(all.substr(0, all.find('\n')))};
}

} // namespace

bool Failure::is_unexplained() const noexcept
{
    // https://www.pgbouncer.org: "server conn crashed?", whatever has ended the connection
    return kind == FailureKind::Disconnected &&
           (sqlstate.empty() ||
            (sqlstate == "08P01" && message.starts_with("server conn crashed")));
}

bool Failure::is_silence() const noexcept
{
    constexpr std::array words{"timeout expired", "timed out", "No route to host"};
    return kind == FailureKind::Disconnected && sqlstate.empty() &&
           std::ranges::any_of(words, [this](std::string_view each) {
               return message.find(each) != std::string::npos;
           });
}

std::string Failure::text() const
{
    if (names_only_objects(sqlstate)) {
        return message;
    }
    if (sqlstate.starts_with("28") || sqlstate == "3D000") {
        return "the database does not let us in (SQLSTATE " + sqlstate + ")";
    }
    switch (kind) {
    case FailureKind::Disconnected:
        return "the database cannot be reached";
    case FailureKind::Refused:
        return "the database is not available now";
    case FailureKind::Busy:
        return "no database connection became free in time";
    case FailureKind::TimedOut:
        return "the database took longer than allowed";
    case FailureKind::Unreadable:
        return message;
    default:
        return "the database rejected the query (SQLSTATE " + sqlstate + ")";
    }
}

std::string Failure::public_text() const
{
    if (auto const words = words_of_state(sqlstate); !words.empty()) {
        return std::string{words};
    }
    switch (kind) {
    case FailureKind::Disconnected:
        return "the database cannot be reached" + cause_of_silence(message);
    case FailureKind::Unreadable:
        return "the database cannot be reached";
    case FailureKind::Refused:
        return "the database is not available now";
    case FailureKind::Busy:
        return "the database is busy: no connection became free in time";
    case FailureKind::TimedOut:
        return sqlstate.empty() ? "the query took longer than the server allows"
               : message.find("statement timeout") != std::string::npos
                   ? "the database refused the query: statement timeout"
                   : "the database gave up the query: timeout or cancelled";
    default:
        return "the database refused the query";
    }
}

Failure failure_of(pg_result const* result, pg_conn const* connection)
{
    auto const* const state =
        result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
    auto const* const primary =
        result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    Failure failure;
    failure.sqlstate = state == nullptr ? "" : state;
    failure.message = first_line(primary == nullptr ? PQerrorMessage(connection) : primary);
    bool const is_over =
        PQstatus(connection) == CONNECTION_BAD || (result != nullptr && is_fatal(result));
    failure.kind = is_over ? FailureKind::Disconnected : kind_of(failure.sqlstate, failure.message);
    if (!is_over && failure.sqlstate.starts_with("08") && failure.sqlstate != "08P01") {
        failure.kind = FailureKind::Refused; // it is a foreign server that was not reached
    }
    return failure;
}

Failure refusal_of(pg_conn const* connection)
{
    Failure failure;
    failure.message = first_line(PQerrorMessage(connection));
    failure.sqlstate = sqlstate_in(failure.message);
    // A pooler's errors about its server, or about itself, are temporary as well.
    failure.kind = failure.sqlstate == "08P01" ? FailureKind::Refused
                                               : kind_of(failure.sqlstate, failure.message);
    return failure;
}

std::string redacted(std::string text, std::string const& conninfo)
{
    ConninfoOptions const options{PQconninfoParse(conninfo.c_str(), nullptr)};
    for (auto const* option = options.get(); option != nullptr && option->keyword != nullptr;
         ++option) {
        std::string_view const keyword{option->keyword};
        if ((keyword == "password" || keyword == "sslpassword") && option->val != nullptr &&
            *option->val != '\0') {
            text = replace_all(text, option->val, "***");
        }
    }
    return text;
}

} // namespace ms::source::postgis
