// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The server behind every front end, and the only place that creates the services.

#include "base/log.hpp"
#include "base/memory.hpp"
#include "base/processor_wait.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "server/app/maps.hpp"
#include "server/app/response_policy.hpp"
#include "server/cache/answer_cache.hpp"
#include "server/config/config.hpp"
#include "server/remote/remote_client.hpp"
#include "server/telemetry/observer.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/raster/datasets.hpp"
#include "source/shapefile/shapefiles.hpp"
#include "style/symbol_files.hpp"
#include "text/font_cache.hpp"

#include <atomic>
#include <thread>

namespace ms::server {

/// Lives as long as the process; answer() may be called from several threads.
class App {
public:
    explicit App(Config config);

    /// Never throws: every error becomes an answer.
    [[nodiscard]] http::Response answer(http::Request const& request) noexcept;
    /// For front ends that cannot parse a request.
    [[nodiscard]] http::Response complain(std::exception const& error) noexcept;

    /// Writes a line to the log for each setting that has no effect. For servers, at their start.
    void log_faults_of_settings();
    /// SIGHUP: reads maps and the log settings of the CONFIG file again, and reopens the log file
    /// and the trace file (they may have been moved away). Running requests keep their maps.
    void reload() noexcept;

    [[nodiscard]] Config const& config() const noexcept { return m_config; }
    [[nodiscard]] Limits const& limits() const noexcept { return m_limits; }
    [[nodiscard]] Log& log() noexcept { return m_log; }
    [[nodiscard]] Observer& observer() noexcept { return m_observer; }
    /// All numbers, in Prometheus' text format.
    [[nodiscard]] std::string metrics_text();

    [[nodiscard]] Maps& maps() noexcept { return m_maps; }
    /// Null without MS_TILE_STORES.
    [[nodiscard]] store::TileStores* tile_stores() const noexcept
    {
        return m_settings.stores.get();
    }

private:
    /// A request on its way.
    struct Job {
        http::Request const& request;
        Log log;
        Trace* trace;                               ///< null if tracing is off
        bool depends_on_address = false;            ///< the answer, on the client's
        std::shared_ptr<http::BodyStream> stream{}; ///< the answer is on its way
    };

    [[nodiscard]] http::Response complain(Log& log, std::exception const& error) noexcept;
    [[nodiscard]] http::Response answer_or_complain(Job& job);
    [[nodiscard]] http::Response dispatch(Job& job);
    [[nodiscard]] Deadline::Clock::time_point end_of_request() const;
    void reload_log();
    [[nodiscard]] std::shared_ptr<http::BodyStream> open_stream(Job& job, Deadline& deadline,
                                                                http::Response head);
    [[nodiscard]] http::Response give_up_stream(Job& job, std::exception const& error) noexcept;
    /// The encoder effort for a request that began at `begin`: MS_IMAGE_EFFORT, or by load.
    [[nodiscard]] std::function<image::Effort()> effort_since(ProcessorUse const& begin);
    /// For a request that began at `begin`: MS_READ_AHEAD, or by load.
    [[nodiscard]] std::function<bool()> idle_processor_since(ProcessorUse const& begin);
    [[nodiscard]] http::Response show(Job& job, std::filesystem::path const& mapfile);
    /// nullopt: not an OWS request.
    [[nodiscard]] std::optional<http::Response> answer_ows(ows::Call const& call);
    void keep(AnswerCache::Origin const& origin, http::Request const& request,
              http::Response& response);

    Config m_config;
    Limits m_limits; ///< read once: counting processors reads a system file
    std::size_t m_processors = std::thread::hardware_concurrency();
    std::atomic<std::size_t> m_working{0}; ///< requests
    Log m_log;
    std::shared_ptr<source::postgis::ConnectionCounts> m_connections =
        std::make_shared<source::postgis::ConnectionCounts>();
    source::postgis::Databases m_databases;
    source::raster::Datasets m_datasets;
    source::shapefile::Shapefiles m_shapefiles;
    std::unique_ptr<RemoteClient> m_remote; ///< null without MS_CASCADE_HOSTS
    text::FontCache m_fonts;
    style::SymbolFiles m_symbol_files;
    ResponsePolicy m_policy;
    ows::Settings m_settings;
    Maps m_maps;
    AnswerCache m_answers;
    Observer m_observer;
    FreedMemory m_freed_memory;
};

} // namespace ms::server
