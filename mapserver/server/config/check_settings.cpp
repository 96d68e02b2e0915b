// SPDX-License-Identifier: MIT
#include "server/config/check_settings.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/similar.hpp"
#include "base/string.hpp"
#include "http/network.hpp"
#include "mapfile/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace ms::server {

namespace {

/// All settings that begin with MS_; a test (tests/tools/test_docs.py) compares them with the code
/// that reads them.
constexpr std::array<std::string_view, 62> settings{
    "MS_ANSWER_CACHE_MB",
    "MS_CASCADE_ANSWER_MB",
    "MS_CASCADE_CACHE_MB",
    "MS_CASCADE_CONNECTIONS",
    "MS_CASCADE_HOSTS",
    "MS_COMPRESSION",
    "MS_CONTEXT_PATTERN",
    "MS_CORS_ORIGINS",
    "MS_DEBUGLEVEL",
    "MS_ENCRYPTION_KEY",
    "MS_ERRORFILE",
    "MS_ERROR_URL",
    "MS_IMAGE_EFFORT",
    "MS_INDEX",
    "MS_INDEX_TEMPLATE_DIRECTORY",
    "MS_LOG_FORMAT",
    "MS_LOG_LEVELS",
    "MS_MAPFILE",
    "MS_MAPFILE_PATTERN",
    "MS_MAP_BAD_PATTERN",
    "MS_MAP_NO_PATH",
    "MS_MAP_PATTERN",
    "MS_MAX_CONNECTIONS",
    "MS_MAX_WAITING",
    "MS_METRICS",
    "MS_MODE",
    "MS_NO_POST",
    "MS_ONLINERESOURCE",
    "MS_OPENLAYERS_CSS_URL",
    "MS_OPENLAYERS_JS_URL",
    "MS_POSTGIS_DATA_VERSION",
    "MS_POSTGIS_GEOMETRY_CACHE",
    "MS_POSTGIS_GEOMETRY_ENCODING",
    "MS_POSTGIS_IDLE_TIME",
    "MS_POSTGIS_LIFE_TIME",
    "MS_POSTGIS_MAX_CONNECTIONS",
    "MS_POSTGIS_MAX_CONNECTIONS_PER_REQUEST",
    "MS_POSTGIS_MIN_CONNECTIONS",
    "MS_POSTGIS_PREPARE",
    "MS_POSTGIS_STATEMENT_TIMEOUT",
    "MS_POSTGIS_TABLE_LIFETIME",
    "MS_POSTGIS_WAIT",
    "MS_RASTER_CACHE_MB",
    "MS_READ_AHEAD",
    "MS_REQUEST_DISK_MB",
    "MS_REQUEST_MEMORY_MB",
    "MS_REQUEST_TIMEOUT",
    "MS_SERVER_TIMING",
    "MS_SLD_HOSTS",
    "MS_SLD_PICTURE_AGE",
    "MS_STREAM_TIMEOUT",
    "MS_TEMPPATH",
    "MS_THREADS",
    "MS_TILE_CACHE_MB",
    "MS_TILE_STORES",
    "MS_TILE_STORE_MB",
    "MS_TRACE_BACKEND_READS",
    "MS_TRACE_FILE",
    "MS_TRACE_FORMAT",
    "MS_TRUSTED_PROXIES",
    "MS_UNSENT_MB",
    "MS_WMS_ERROR_STATUS_CODE",
};

constexpr std::array<std::string_view, 4> patterns{"MS_MAP_PATTERN", "MS_MAP_BAD_PATTERN",
                                                   "MS_MAPFILE_PATTERN", "MS_CONTEXT_PATTERN"};
constexpr std::array<std::string_view, 4> folders{"MS_TEMPPATH", "MS_TILE_STORES",
                                                  "MS_INDEX_TEMPLATE_DIRECTORY",
                                                  "OGCAPI_HTML_TEMPLATE_DIRECTORY"};

using Lines = std::vector<std::string>;

void check_names(Config const& config, Lines& lines)
{
    for (auto const& [key, value] : config.file().env.entries) {
        bool const is_known = !starts_with_ignoring_case(key, "MS_") ||
                              std::ranges::any_of(settings, [&key](std::string_view known) {
                                  return equals_ignoring_case(known, key);
                              });
        if (!is_known) {
            lines.push_back(
                fmt::format("CONFIG: {} is not a setting{}", key, suggestion(key, settings)));
        }
    }
}

void check_patterns(Config const& config, Lines& lines)
{
    for (auto const key : patterns) {
        try {
            mapfile::Pattern const compiled{config.find(key).value_or("")};
        } catch (Error const& error) {
            lines.push_back(fmt::format("{}: {}", key, error.what()));
        }
    }
}

void check_files(Config const& config, Lines& lines)
{
    std::error_code ignored;
    for (auto const key : folders) {
        auto const folder = config.find(key).value_or("");
        if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
            lines.push_back(fmt::format("{}: \"{}\" is not a folder", key, folder));
        }
    }
    for (auto const& [name, unused] : config.file().maps.entries) {
        auto const path = *config.file().map_path(name);
        if (!std::filesystem::exists(path, ignored)) {
            lines.push_back(
                fmt::format("MAPS: the file of \"{}\" is missing: {}", name, path.native()));
        }
    }
    auto const common = config.find("MS_MAPFILE").value_or("");
    if (!common.empty() && !std::filesystem::exists(common, ignored)) {
        lines.push_back(fmt::format("MS_MAPFILE: there is no file \"{}\"", common));
    }
}

void check_log(Config const& config, Lines& lines)
{
    constexpr int highest = 5;
    auto const level = config.find("MS_DEBUGLEVEL").value_or("");
    auto const number = parse_int(level);
    if (!level.empty() && (!number || *number < 0 || *number > highest)) {
        lines.push_back(fmt::format("MS_DEBUGLEVEL: \"{}\" is not a number from 0 to 5", level));
    }
    auto const file = config.find("MS_ERRORFILE").value_or("stderr");
    try {
        (void)file_sink(file);
    } catch (Error const&) {
        lines.push_back(fmt::format(
            "MS_ERRORFILE: \"{}\" cannot be opened for writing; the log is on stderr", file));
    }
}

} // namespace

std::vector<std::string> check_settings(Config const& config)
{
    Lines lines;
    check_names(config, lines);
    check_patterns(config, lines);
    check_files(config, lines);
    check_log(config, lines);
    auto const proxies = config.find("MS_TRUSTED_PROXIES").value_or("");
    if (!http::names_address(proxies, "127.0.0.1")) {
        lines.push_back(fmt::format(
            "MS_TRUSTED_PROXIES: \"{}\" is not a list of addresses and networks", proxies));
    }
    return lines;
}

} // namespace ms::server
