// SPDX-License-Identifier: MIT
#include "server/config/database_options.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <array>

namespace ms::server {

namespace {

using source::postgis::DatabasesOptions;

constexpr unsigned mebibyte_bits = 20;

struct Key {
    std::string_view name;
    int lowest;
    void (*set)(DatabasesOptions&, int);
};

constexpr std::array<Key, 9> keys{{
    {"MS_POSTGIS_MAX_CONNECTIONS", 1,
     [](auto& options, int value) {
         options.pool.max_connections = static_cast<std::size_t>(value);
     }},
    {"MS_POSTGIS_MAX_CONNECTIONS_PER_REQUEST", 1,
     [](auto& options, int value) {
         options.pool.max_connections_per_request = static_cast<std::size_t>(value);
     }},
    {"MS_POSTGIS_MIN_CONNECTIONS", 0,
     [](auto& options, int value) {
         options.pool.min_connections = static_cast<std::size_t>(value);
     }},
    {"MS_POSTGIS_WAIT", 0,
     [](auto& options, int value) { options.pool.wait = std::chrono::seconds{value}; }},
    {"MS_POSTGIS_IDLE_TIME", 0,
     [](auto& options, int value) { options.pool.idle_time = std::chrono::seconds{value}; }},
    {"MS_POSTGIS_LIFE_TIME", 0,
     [](auto& options, int value) { options.pool.life_time = std::chrono::seconds{value}; }},
    {"MS_POSTGIS_STATEMENT_TIMEOUT", 0,
     [](auto& options, int value) {
         options.pool.session.statement_timeout = std::chrono::seconds{value};
     }},
    {"MS_POSTGIS_GEOMETRY_CACHE", 0,
     [](auto& options, int value) {
         options.geometry_cache_bytes = static_cast<std::size_t>(value) << mebibyte_bits;
     }},
    {"MS_POSTGIS_TABLE_LIFETIME", 0,
     [](auto& options, int value) { options.table_lifetime = std::chrono::seconds{value}; }},
}};

[[noreturn]] void refuse(std::string_view key, std::string_view requested)
{
    throw Error{ErrorKind::BadMapfile,
                "CONFIG: " + std::string{key} + " must be " + std::string{requested}};
}

} // namespace

DatabasesOptions database_options(Config const& config)
{
    DatabasesOptions options;
    options.geometry_cache_bytes = source::postgis::default_geometry_cache_bytes;
    for (auto const& key : keys) {
        if (auto const text = config.find(key.name)) {
            auto const value = parse_int(*text);
            if (!value || *value < key.lowest) {
                refuse(key.name, "a whole number from " + std::to_string(key.lowest));
            }
            key.set(options, *value);
        }
    }
    options.pool.session.prepare = !config.is_off("MS_POSTGIS_PREPARE");
    options.counts_reads = config.is_on("MS_TRACE_BACKEND_READS");
    options.data_version = config.find("MS_POSTGIS_DATA_VERSION").value_or("");
    if (auto const word = config.find("MS_POSTGIS_GEOMETRY_ENCODING")) {
        auto const wish = source::postgis::parse_encoding(*word);
        if (!wish) {
            refuse("MS_POSTGIS_GEOMETRY_ENCODING", "AUTO, WKB, TWKB or HEX");
        }
        options.encoding = *wish;
    }
    return options;
}

} // namespace ms::server
