// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Collects metrics of all requests of the process for Prometheus.

#include "base/trace.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace ms::server {

/// Thread safe. Labels come from fixed lists or from mapfiles, never from clients, and are bounded
/// in number.
class Metrics {
public:
    static constexpr std::size_t max_layers = 500; ///< with separate numbers; the rest: "other"

    Metrics();
    ~Metrics();

    /// An answered request.
    void observe(http::Request const& request, http::Response const& response, Trace const& trace);
    /// Time in a stage outside of observe()'s.
    void observe_stage(Stage stage, Trace::Nanoseconds time);
    /// A request that was rejected with Retry-After.
    void count_refusal();
    /// A request waits for a thread (+1), no longer waits (-1).
    void change_waiting(int by);
    [[nodiscard]] std::size_t waiting() const;

    /// A request that got the answer of an equal one in progress; observe() is called only for that
    /// one.
    void count_shared_answer();

    /// The current size of a cache of the process; its name is one of a few.
    void set_cache_entries(std::string const& cache, std::size_t entries);
    void set_cache_bytes(std::string const& cache, std::size_t bytes);
    /// How many look-ups of the cache have found something so far, and how many have not.
    void set_cache_lookups(std::string const& cache, std::uint64_t hits, std::uint64_t misses);
    /// Of all tile stores so far.
    struct TileWrites {
        std::uint64_t written = 0;
        std::uint64_t dropped = 0;
        std::uint64_t errors = 0;
    };
    /// \param bytes on disk
    void set_tile_stores(std::size_t bytes, TileWrites const& writes);
    /// \param open idle ones included
    void set_database_connections(std::size_t open, std::size_t idle);
    /// That are open.
    void set_raster_files(std::size_t in_use, std::size_t idle);

    /// Everything in Prometheus' text format (version 0.0.4).
    [[nodiscard]] std::string text() const;

private:
    struct Families;
    std::unique_ptr<Families> m_families;
};

/// "GetMap" ... as the standard spells it, also for XML requests; "ogcapi/items" ...; "mode" for
/// CGI modes, "other" for everything else. Lives as long as both.
[[nodiscard]] std::string_view operation_label(http::Request const& request,
                                               http::Response const& response);

} // namespace ms::server
