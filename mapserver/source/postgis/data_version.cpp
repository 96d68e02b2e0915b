// SPDX-License-Identifier: MIT
#include "source/postgis/data_version.hpp"

#include "base/string.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/postgis/link/failure.hpp"

#include <libpq-fe.h>

namespace ms::source::postgis {

namespace {

/// The identity of the database: another server, a restored copy or a crash (which empties unlogged
/// tables) must never be taken for the previous one.
constexpr std::string_view identity =
    "(SELECT system_identifier FROM pg_catalog.pg_control_system()), "
    "(SELECT timeline_id FROM pg_catalog.pg_control_checkpoint()), "
    "pg_catalog.pg_postmaster_start_time(), pg_catalog.current_database()";

/// Two equal snapshots see the same rows: the same transactions have ended and the same are still
/// in progress. Any change in the cluster gives another snapshot, so this is never wrong, but often
/// too cautious. A standby's snapshot does not list transactions in progress (only xmin and xmax),
/// but there every change is replayed from the log before its position moves. The position on a
/// primary would be wrong: a commit is in the log before others see it.
constexpr std::string_view snapshot =
    "CASE WHEN pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_last_wal_replay_lsn()::text "
    "ELSE pg_catalog.pg_current_snapshot()::text END";

/// Layers of the same database with the same query have the same version.
std::string name_of(LayerSettings const& layer)
{
    return layer.connection + '\n' + layer.data_version;
}

std::optional<std::string> ask(LayerSettings const& layer, Services const& services)
{
    auto const note = [&](std::string const& why) {
        services.log.write(LogLevel::Error,
                           layer.ref.message("DATA_VERSION: " + redacted(why, layer.connection)));
    };
    try {
        auto const pool = services.databases.pool(layer.connection);
        auto lease = pool->acquire_extra(services.deadline);
        auto const result = lease->run({version_sql(layer.data_version), {}}, services.deadline);
        std::optional<std::string> version;
        if (PQntuples(result.get()) == 1 && PQgetisnull(result.get(), 0, 0) == 0) {
            version = PQgetvalue(result.get(), 0, 0);
        } else {
            note("the query must give one row with a value");
        }
        lease.give_back();
        return version;
    } catch (DatabaseFailure const& error) {
        note("PostgreSQL " + error.failure.sqlstate + ": " + error.failure.message);
        return std::nullopt;
    }
}

} // namespace

std::string version_sql(std::string_view wish)
{
    bool const is_snapshot = equals_ignoring_case(wish, "SNAPSHOT");
    auto const value =
        is_snapshot ? std::string{snapshot} : '(' + std::string{wish} + ")::pg_catalog.text";
    return "SELECT (ROW(" + std::string{identity} + ")::pg_catalog.text || " + value + ')';
}

std::optional<std::string> data_version(LayerSettings const& layer, Services const& services,
                                        DataVersions& versions)
{
    if (layer.data_version.empty()) {
        return std::nullopt;
    }
    auto const [entry, is_new] = versions.try_emplace(name_of(layer), std::nullopt);
    if (is_new) {
        entry->second = ask(layer, services);
    }
    return entry->second;
}

std::optional<std::string> known_version(LayerSettings const& layer, Services const& services)
{
    if (services.versions == nullptr || layer.data_version.empty()) {
        return std::nullopt;
    }
    auto const entry = services.versions->find(name_of(layer));
    return entry == services.versions->end() ? std::nullopt : entry->second;
}

} // namespace ms::source::postgis
