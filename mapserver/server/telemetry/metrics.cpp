// SPDX-License-Identifier: MIT
#include "server/telemetry/metrics.hpp"

#include "base/string.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <mutex>
#include <set>

namespace ms::server {

namespace {

using CounterFamily = prometheus::Family<prometheus::Counter>;
using GaugeFamily = prometheus::Family<prometheus::Gauge>;
using HistogramFamily = prometheus::Family<prometheus::Histogram>;

/// Seconds: from a cached tile to a map that takes too long.
prometheus::Histogram::BucketBoundaries const& request_buckets()
{
    static prometheus::Histogram::BucketBoundaries const buckets{
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30};
    return buckets;
}

double seconds(Trace::Nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
}

/// The class of an error, by what an operator can do about it.
std::string_view kind_name(ErrorKind kind) noexcept
{
    switch (kind) {
    case ErrorKind::BadRequest:
        return "bad_request";
    case ErrorKind::NotFound:
        return "not_found";
    case ErrorKind::BadMapfile:
        return "mapfile";
    case ErrorKind::Source:
        return "source";
    case ErrorKind::Limit:
        return "limit";
    case ErrorKind::Internal:
        break;
    }
    return "internal";
}

std::string full_name(std::string_view name)
{
    return "mapserver_" + std::string{name};
}

/// To a total that was counted elsewhere.
void raise(prometheus::Counter& counter, std::uint64_t total)
{
    counter.Increment(static_cast<double>(total) - counter.Value()); // ignored if negative
}

} // namespace

std::string_view operation_label(http::Request const& request, http::Response const& response)
{
    if (!response.operation.empty()) {
        return response.operation;
    }
    constexpr std::array<std::string_view, 13> operations{"GetMap",
                                                          "GetCapabilities",
                                                          "GetFeatureInfo",
                                                          "GetLegendGraphic",
                                                          "DescribeLayer",
                                                          "GetStyles",
                                                          "GetMetadata",
                                                          "GetFeature",
                                                          "GetPropertyValue",
                                                          "DescribeFeatureType",
                                                          "ListStoredQueries",
                                                          "DescribeStoredQueries",
                                                          "Map"};
    auto const requested = request.parameters.value("REQUEST");
    auto const* const found = std::ranges::find_if(
        operations, [&](auto operation) { return equals_ignoring_case(operation, requested); });
    if (found != operations.end()) {
        return *found == "Map" ? "GetMap" : *found; // the name in WMS 1.0.0
    }
    return request.parameters.value("mode").empty() ? "other" : "mode";
}

/// References into the registry: finding a label set anew for each request costs a hash of all.
struct Metrics::Families {
    prometheus::Registry registry;
    CounterFamily& requests = prometheus::BuildCounter()
                                  .Name(full_name("requests_total"))
                                  .Help("Requests answered, by operation and HTTP status.")
                                  .Register(registry);
    HistogramFamily& request_seconds = prometheus::BuildHistogram()
                                           .Name(full_name("request_seconds"))
                                           .Help("Time from request to answer, by operation.")
                                           .Register(registry);
    HistogramFamily& layer_seconds = prometheus::BuildHistogram()
                                         .Name(full_name("layer_seconds"))
                                         .Help("Time to fetch and draw a layer.")
                                         .Register(registry);
    CounterFamily& stage_seconds = prometheus::BuildCounter()
                                       .Name(full_name("stage_seconds_total"))
                                       .Help("Time of all requests in each stage of the work.")
                                       .Register(registry);
    prometheus::Counter& refusals = prometheus::BuildCounter()
                                        .Name(full_name("refused_total"))
                                        .Help("Requests answered 503: too many were waiting.")
                                        .Register(registry)
                                        .Add({});
    prometheus::Counter& shared_answers =
        prometheus::BuildCounter()
            .Name(full_name("shared_answers_total"))
            .Help("Requests that got the answer of an equal one under way.")
            .Register(registry)
            .Add({});
    CounterFamily& errors = prometheus::BuildCounter()
                                .Name(full_name("errors_total"))
                                .Help("Requests that failed, by what was wrong.")
                                .Register(registry);
    GaugeFamily& connections = prometheus::BuildGauge()
                                   .Name(full_name("database_connections"))
                                   .Help("Connections to databases that are open.")
                                   .Register(registry);
    GaugeFamily& raster_files = prometheus::BuildGauge()
                                    .Name(full_name("raster_files"))
                                    .Help("Raster files that are open.")
                                    .Register(registry);
    prometheus::Gauge& waiting = prometheus::BuildGauge()
                                     .Name(full_name("waiting_requests"))
                                     .Help("Requests that wait for a thread.")
                                     .Register(registry)
                                     .Add({});
    GaugeFamily& cache_entries = prometheus::BuildGauge()
                                     .Name(full_name("cache_entries"))
                                     .Help("What a cache of this process holds.")
                                     .Register(registry);
    GaugeFamily& cache_bytes = prometheus::BuildGauge()
                                   .Name(full_name("cache_bytes"))
                                   .Help("Memory that a cache of this process takes.")
                                   .Register(registry);
    CounterFamily& cache_lookups = prometheus::BuildCounter()
                                       .Name(full_name("cache_lookups_total"))
                                       .Help("Look-ups of a cache of this process, by result.")
                                       .Register(registry);
    GaugeFamily& tile_store_bytes = prometheus::BuildGauge()
                                        .Name(full_name("tile_store_bytes"))
                                        .Help("Disk space in use of all tile stores.")
                                        .Register(registry);
    CounterFamily& tile_store_writes =
        prometheus::BuildCounter()
            .Name(full_name("tile_store_writes_total"))
            .Help("Tiles for the tile stores, by what became of them; errors of the stores.")
            .Register(registry);
    std::array<prometheus::Counter*, stage_count> stages{};
    std::array<prometheus::Counter*, counter_count> counters{};
    std::mutex layers_mutex;
    std::set<std::string, std::less<>> layers;

    Families()
    {
        for (auto const kind : {ErrorKind::BadRequest, ErrorKind::NotFound, ErrorKind::BadMapfile,
                                ErrorKind::Source, ErrorKind::Limit, ErrorKind::Internal}) {
            errors.Add({{"kind", std::string{kind_name(kind)}}});
        }
        for (std::size_t i = 0; i < stage_count; ++i) {
            auto const name = stage_name(static_cast<Stage>(i));
            stages[i] = &stage_seconds.Add({{"stage", std::string{name}}});
        }
        for (std::size_t i = 0; i < counter_count; ++i) {
            auto const name = counter_name(static_cast<Counter>(i));
            counters[i] = &prometheus::BuildCounter()
                               .Name(full_name(name) + "_total")
                               .Help("Of all requests together.")
                               .Register(registry)
                               .Add({});
        }
    }

    /// The layer's name while there are few.
    std::string layer_label(std::string const& name)
    {
        std::scoped_lock const lock{layers_mutex};
        if (layers.size() < max_layers) {
            layers.insert(name);
        }
        return layers.contains(name) ? name : "other";
    }
};

Metrics::Metrics() : m_families(std::make_unique<Families>()) {}
Metrics::~Metrics() = default;

void Metrics::observe(http::Request const& request, http::Response const& response,
                      Trace const& trace)
{
    auto& families = *m_families;
    std::string const operation{operation_label(request, response)};
    constexpr int client_closed_request = 499; // nginx's
    auto const status = response.client_has_left ? client_closed_request : response.status;
    families.requests.Add({{"operation", operation}, {"status", std::to_string(status)}})
        .Increment();
    if (response.error_kind && !response.client_has_left) {
        families.errors.Add({{"kind", std::string{kind_name(*response.error_kind)}}}).Increment();
    }
    families.request_seconds.Add({{"operation", operation}}, request_buckets())
        .Observe(seconds(trace.total(Stage::Request)));
    for (std::size_t i = 0; i < stage_count; ++i) {
        families.stages[i]->Increment(seconds(trace.total(static_cast<Stage>(i))));
    }
    for (std::size_t i = 0; i < counter_count; ++i) {
        families.counters[i]->Increment(static_cast<double>(trace.count(static_cast<Counter>(i))));
    }
    for (auto const& event : trace.events()) {
        if (event.stage == Stage::Layer) {
            families.layer_seconds
                .Add({{"layer", families.layer_label(event.detail)}}, request_buckets())
                .Observe(seconds(event.end - event.begin));
        }
    }
}

void Metrics::observe_stage(Stage stage, Trace::Nanoseconds time)
{
    m_families->stages[static_cast<std::size_t>(stage)]->Increment(seconds(time));
}

void Metrics::count_refusal()
{
    m_families->refusals.Increment();
}

void Metrics::change_waiting(int by)
{
    m_families->waiting.Increment(by);
}

std::size_t Metrics::waiting() const
{
    return static_cast<std::size_t>(std::max(m_families->waiting.Value(), 0.0));
}

void Metrics::count_shared_answer()
{
    m_families->shared_answers.Increment();
}

void Metrics::set_cache_entries(std::string const& cache, std::size_t entries)
{
    m_families->cache_entries.Add({{"cache", cache}}).Set(static_cast<double>(entries));
}

void Metrics::set_cache_bytes(std::string const& cache, std::size_t bytes)
{
    m_families->cache_bytes.Add({{"cache", cache}}).Set(static_cast<double>(bytes));
}

void Metrics::set_cache_lookups(std::string const& cache, std::uint64_t hits, std::uint64_t misses)
{
    auto& lookups = m_families->cache_lookups;
    raise(lookups.Add({{"cache", cache}, {"result", "hit"}}), hits);
    raise(lookups.Add({{"cache", cache}, {"result", "miss"}}), misses);
}

void Metrics::set_tile_stores(std::size_t bytes, TileWrites const& writes)
{
    m_families->tile_store_bytes.Add({}).Set(static_cast<double>(bytes));
    auto& counters = m_families->tile_store_writes;
    raise(counters.Add({{"result", "written"}}), writes.written);
    raise(counters.Add({{"result", "dropped"}}), writes.dropped);
    raise(counters.Add({{"result", "error"}}), writes.errors);
}

void Metrics::set_database_connections(std::size_t open, std::size_t idle)
{
    auto& connections = m_families->connections;
    auto const in_use = static_cast<double>(open > idle ? open - idle : 0); // read one by one
    connections.Add({{"state", "in_use"}}).Set(in_use);
    connections.Add({{"state", "idle"}}).Set(static_cast<double>(idle));
}

void Metrics::set_raster_files(std::size_t in_use, std::size_t idle)
{
    auto& files = m_families->raster_files;
    files.Add({{"state", "in_use"}}).Set(static_cast<double>(in_use));
    files.Add({{"state", "idle"}}).Set(static_cast<double>(idle));
}

std::string Metrics::text() const
{
    return prometheus::TextSerializer{}.Serialize(m_families->registry.Collect());
}

} // namespace ms::server
