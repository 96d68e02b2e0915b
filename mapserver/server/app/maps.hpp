// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the maps that requests name, and makes the pages that list them.

#include "base/deadline.hpp"
#include "base/log.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "server/app/landing.hpp"
#include "server/cache/map_cache.hpp"
#include "server/config/config.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::server {

/// Thread safe.
class Maps {
public:
    /// All of them must outlive it.
    Maps(Config const& config, Limits const& limits, ows::Settings const& settings, Log& log);

    /// \param request for the name in errors; the path of a file is not disclosed
    /// \param log of the request
    /// \throws ServiceException if the map is missing or wrong
    [[nodiscard]] CachedMap read(http::Request const& request, std::filesystem::path const& mapfile,
                                 Log& log);

    /// The first of the named maps (MAPS of the CONFIG file; "MS_MAPFILE" for that one) that cannot
    /// be read and never could; nullopt: all can. Loads them, so that the first request for each
    /// does not have to wait.
    [[nodiscard]] std::optional<std::string> find_unreadable();

    /// Whether find_page() may be called: as in MapServer, off unless the configuration enables it,
    /// because some maps must not be listed.
    [[nodiscard]] bool has_index() const;
    /// The page of "/" or "/<name of a map>"; nullopt for other paths.
    /// \param end of the time for the request
    [[nodiscard]] std::optional<http::Response> find_page(http::Request const& request, Log& log,
                                                          Deadline::Clock::time_point end);

    /// See MapCache.
    void forget() { m_cache.forget(); }
    [[nodiscard]] std::size_t size() { return m_cache.size(); }

private:
    /// \throws ServiceException unless MS_MAPFILE_PATTERN is found in the path
    void require_mapfile_name(std::filesystem::path const& mapfile) const;
    [[nodiscard]] std::vector<PublishedMap> published(Deadline const& deadline);
    /// Null if it cannot be read; the reason is logged. \param asker purpose, for the log
    [[nodiscard]] std::shared_ptr<mapfile::Map const> try_read(std::filesystem::path const& mapfile,
                                                               std::string_view asker);

    Config const& m_config;
    Limits const& m_limits;
    ows::Settings const& m_settings;
    Log& m_log;
    MapCache m_cache;
};

} // namespace ms::server
