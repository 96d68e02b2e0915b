// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The server behind every front end, and the only place that creates things.

#include "base/log.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "ows/call.hpp"
#include "server/config.hpp"
#include "server/landing.hpp"
#include "server/manners.hpp"
#include "server/map_cache.hpp"
#include "server/metrics.hpp"
#include "server/trace_output.hpp"
#include "source/postgis/databases.hpp"
#include "style/symbol_files.hpp"
#include "text/font_cache.hpp"

namespace ms::server {

/// Lives as long as the process; answer() may be called from several threads.
class App {
public:
    explicit App(Config config);

    /// Never throws: whatever goes wrong is an answer.
    [[nodiscard]] http::Response answer(http::Request const& request) noexcept;
    /// For front ends that cannot make a request of what they read.
    [[nodiscard]] http::Response complain(std::exception const& error) noexcept;

    /// SIGHUP: maps are read again, the log file is opened anew (it may have been moved away).
    /// Requests under way keep the maps they have.
    void reload() noexcept;

    [[nodiscard]] Config const& config() const noexcept { return m_config; }
    [[nodiscard]] Log& log() noexcept { return m_log; }
    [[nodiscard]] Metrics& metrics() noexcept { return m_metrics; }

private:
    [[nodiscard]] http::Response answer_or_complain(http::Request const& request, Trace& trace);
    [[nodiscard]] http::Response dispatch(http::Request const& request, Trace& trace);
    [[nodiscard]] bool has_index() const;
    [[nodiscard]] std::vector<PublishedMap> published_maps();
    /// The page that "/" or "/<name of a map>" alone leads to; nothing for other paths.
    [[nodiscard]] std::optional<http::Response> find_page(http::Request const& request,
                                                          Trace& trace);
    [[nodiscard]] CachedMap read_map(http::Request const& request,
                                     std::filesystem::path const& mapfile, Trace& trace);
    [[nodiscard]] http::Response show(http::Request const& request,
                                      std::filesystem::path const& mapfile, Trace& trace);
    void observe(http::Request const& request, http::Response& response, Trace const& trace);

    Config m_config;
    Log m_log;
    source::postgis::Databases m_databases;
    text::FontCache m_fonts;
    style::SymbolFiles m_symbol_files;
    MapCache m_maps;
    Manners m_manners;
    ows::Settings m_settings;
    Metrics m_metrics;
    std::unique_ptr<TraceFile> m_trace_file; ///< null: nobody wants one
};

} // namespace ms::server
