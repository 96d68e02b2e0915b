// SPDX-License-Identifier: MIT
#include "server/app/app.hpp"

#include "base/budget.hpp"
#include "base/deadline.hpp"
#include "base/string.hpp"
#include "base/thread_counts.hpp"
#include "geometry/geos_limit.hpp"
#include "ows/cgi/dispatch.hpp"
#include "ows/common/access.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/message_page.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/images/tile_cache.hpp"
#include "ows/operation.hpp"
#include "server/app/api_path.hpp"
#include "server/app/context_parameter.hpp"
#include "server/app/gzip_stream.hpp"
#include "server/app/landing.hpp"
#include "server/app/map_name.hpp"
#include "server/app/patient_stream.hpp"
#include "server/app/settings.hpp"
#include "server/cache/request_key.hpp"
#include "server/config/check_settings.hpp"
#include "server/config/database_options.hpp"
#include "server/telemetry/log_output.hpp"
#include "store/tile_stores.hpp"

#include <algorithm>
#include <utility>

namespace ms::server {

namespace {

source::postgis::DatabasesOptions
counted(source::postgis::DatabasesOptions options,
        std::shared_ptr<source::postgis::ConnectionCounts> const& connections)
{
    options.pool.counts = connections;
    return options;
}

std::pair<std::string, std::string> allowed_methods()
{
    return {"Allow", "GET, HEAD, POST, OPTIONS"};
}

/// Looks at the end of a request whether it has left much memory.
class FreedMemoryCheck {
public:
    explicit FreedMemoryCheck(FreedMemory& memory)
        : m_memory(memory), m_before(memory.resident_bytes())
    {
        mark_arena();
    }
    ~FreedMemoryCheck() { m_memory.give_back_if_much(m_before); }
    FreedMemoryCheck(FreedMemoryCheck const&) = delete;
    FreedMemoryCheck& operator=(FreedMemoryCheck const&) = delete;

private:
    FreedMemory& m_memory;
    std::size_t m_before;
};

/// One more as long as it lives.
class Counted {
public:
    explicit Counted(std::atomic<std::size_t>& count) noexcept : m_count(count) { ++m_count; }
    ~Counted() { --m_count; }
    Counted(Counted const&) = delete;
    Counted& operator=(Counted const&) = delete;

private:
    std::atomic<std::size_t>& m_count;
};

/// Adds the counts of this thread since then.
void add_counts(ThreadCounts const& before, Trace& trace)
{
    auto const& now = thread_counts();
    trace.add(Counter::ExpressionsParsed, now.expressions_parsed - before.expressions_parsed);
    trace.add(Counter::LayersCopied, now.layers_copied - before.layers_copied);
    trace.add(Counter::LayersPlanned, now.layers_planned - before.layers_planned);
}

/// MapServer's words for requests that are OWS or nothing.
bool is_ows_mode(std::string_view mode)
{
    return equals_ignoring_case(mode, "ows") || equals_ignoring_case(mode, "wfs");
}

/// Sums of all stores.
void set_tile_stores(Metrics& metrics, ows::Settings const& settings)
{
    if (settings.stores == nullptr) {
        return;
    }
    std::size_t bytes = 0;
    store::TileCounts sum;
    for (auto const& [name, store] : settings.stores->all()) {
        auto const counts = store->counts();
        bytes += store->bytes();
        sum.found += counts.found;
        sum.missing += counts.missing;
        sum.written += counts.written;
        sum.dropped += counts.dropped;
        sum.errors += counts.errors;
    }
    metrics.set_cache_lookups("tile_store", sum.found, sum.missing);
    metrics.set_tile_stores(bytes, {sum.written, sum.dropped, sum.errors});
}

source::raster::Datasets::Limits dataset_limits(Limits const& limits)
{
    auto found = source::raster::Datasets::Limits::of_process();
    found.block_bytes = limits.raster_cache_bytes.value_or(found.block_bytes);
    return found;
}

} // namespace

App::App(Config config)
    : m_config(std::move(config)), m_limits(m_config.limits()),
      m_log(log_levels(m_config), log_sink(m_config)),
      m_databases(counted(database_options(m_config), m_connections)),
      m_datasets(dataset_limits(m_limits)),
      m_remote(make_remote_client(m_config.find("MS_CASCADE_HOSTS").value_or(""),
                                  {m_limits.cascade_connections, m_limits.cascade_cache_bytes,
                                   m_limits.cascade_answer_bytes})),
      m_policy(policy_of(m_config)), m_settings(settings_of(m_config, m_log)),
      m_maps(m_config, m_limits, m_settings, m_log), m_answers(m_limits.kept_answer_bytes),
      m_observer(m_config, m_log)
{}

http::Response App::complain(std::exception const& error) noexcept
{
    return complain(m_log, error);
}

http::Response App::complain(Log& log, std::exception const& error) noexcept
{
    try {
        ows::log_failure(log, "request", error);
        auto const* const own = dynamic_cast<Error const*>(&error);
        auto complaint = ows::complaint_about(error);
        if (own != nullptr && own->kind() == ErrorKind::Limit) {
            complaint.status = 413;
        }
        auto const status = ows::http_status(complaint, m_settings);
        auto response = m_settings.error_url.empty() ? ows::message_page(status, complaint.message)
                                                     : ows::redirect(m_settings.error_url);
        response.error_kind = ows::kind_of(error);
        return response;
    } catch (...) {
        http::Response nothing; // out of memory: without a message
        nothing.status = 500;
        return nothing;
    }
}

void App::reload() noexcept
{
    try {
        m_maps.forget();
        m_answers.forget();
        if (m_settings.tiles) {
            m_settings.tiles->forget();
        }
        m_observer.reopen();
        reload_log();
        m_log.write(LogLevel::Error, "reloaded: maps are read again");
    } catch (std::exception const& error) {
        m_log.write(LogLevel::Error, error.what());
    }
}

/// Of a CONFIG file that is broken nothing counts; but the files of the log may have been renamed,
/// and are opened again as they were set before.
void App::reload_log()
{
    auto config = m_config;
    try {
        config = m_config.read_again();
    } catch (std::exception const& error) {
        m_log.redirect(log_sink(m_config));
        m_log.write(LogLevel::Error, error.what());
        return;
    }
    auto levels = log_levels(config);
    m_log.redirect(log_sink(config));
    m_log.set_levels(std::move(levels));
    for (auto const& fault : check_settings(config)) {
        m_log.write(LogLevel::Error, fault);
    }
}

void App::log_faults_of_settings()
{
    for (auto const& fault : check_settings(m_config)) {
        m_log.write(LogLevel::Error, fault);
    }
}

http::Response App::answer(http::Request const& request) noexcept
{
    try {
        auto trace = m_observer.new_trace(request);
        auto const& ids = trace.ids();
        auto log = m_log.for_request({request.remote_address, ids.span, ids.trace});
        Job job{request, std::move(log), m_observer.has_readers() ? &trace : nullptr};
        auto const before = thread_counts();
        auto response = [&] {
            Timed const timed{job.trace, Stage::Request, {}, begin_of(request)};
            if (job.trace != nullptr) {
                add_arrival(request, trace);
            }
            auto made = answer_or_complain(job);
            made.client_has_left = made.error_kind == ErrorKind::Limit && request.is_abandoned &&
                                   request.is_abandoned();
            made.depends_on_address = job.depends_on_address;
            if (!made.was_streamed) {
                apply(m_policy, request, made);
            }
            return made;
        }();
        add_counts(before, trace);
        m_observer.note_answer(request, response, trace);
        return response;
    } catch (std::exception const& error) {
        return complain(error);
    }
}

http::Response App::answer_or_complain(Job& job)
{
    Counted const counted{m_working};
    try {
        auto response = dispatch(job);
        if (job.stream && !response.was_streamed) { // an exception report, which came too late
            job.stream->abort();
            response.was_streamed = true;
        }
        return response;
    } catch (std::exception const& error) {
        return job.stream ? give_up_stream(job, error) : complain(job.log, error);
    }
}

/// Sent bytes cannot be withdrawn: the client notices the missing end.
http::Response App::give_up_stream(Job& job, std::exception const& error) noexcept
{
    job.stream->abort();
    auto response = complain(job.log, error);
    response.was_streamed = true;
    return response;
}

std::shared_ptr<http::BodyStream> App::open_stream(Job& job, Deadline& deadline,
                                                   http::Response head)
{
    bool const is_compressed = apply_to_head(m_policy, job.request, head);
    auto const beginning = std::exchange(head.body, {});
    auto stream =
        patient_stream(job.request.open_stream(std::move(head)), deadline, m_limits.stream_time);
    job.stream = is_compressed ? gzip_stream(std::move(stream)) : std::move(stream);
    job.stream->write({reinterpret_cast<char const*>(beginning.data()), beginning.size()});
    return job.stream;
}

std::string App::metrics_text()
{
    auto& metrics = m_observer.metrics();
    metrics.set_cache_entries("maps", m_maps.size());
    metrics.set_cache_entries("answers", m_answers.size());
    metrics.set_cache_bytes("answers", m_answers.bytes());
    auto const geometries = m_databases.geometries().usage();
    metrics.set_cache_entries("geometries", geometries.rows);
    metrics.set_cache_bytes("geometries", geometries.bytes);
    if (auto const& tiles = m_settings.tiles) {
        metrics.set_cache_entries("tiles", tiles->size());
        metrics.set_cache_bytes("tiles", tiles->bytes());
    }
    set_tile_stores(metrics, m_settings);
    metrics.set_database_connections(m_connections->open, m_connections->idle);
    auto const datasets = m_datasets.usage();
    metrics.set_raster_files(datasets.leased, datasets.idle);
    auto const blocks = m_datasets.blocks().usage();
    metrics.set_cache_entries("raster_blocks", blocks.blocks);
    metrics.set_cache_bytes("raster_blocks", blocks.bytes);
    metrics.set_cache_lookups("raster_blocks", blocks.hits, blocks.misses);
    return metrics.text();
}

http::Response App::dispatch(Job& job)
{
    auto const& request = job.request;
    if (request.method == http::Method::Options) {
        http::Response response;
        response.status = 204;
        response.headers.push_back(allowed_methods());
        return response;
    }
    bool const is_refused_post =
        request.method == http::Method::Post && m_config.is_on("MS_NO_POST");
    if (request.method == http::Method::Other || is_refused_post) {
        auto response = ows::message_page(
            m_settings.errors_have_status ? 405 : 200,
            "loadParams(): Web application error. This script should be referenced with a METHOD "
            "of GET or METHOD of POST.");
        response.headers.push_back(allowed_methods());
        return response;
    }
    bool const is_for_a_map =
        !request.path_info.empty() && m_settings.default_mode.empty() && is_unclaimed(request);
    if (m_maps.has_index() && (asks_nothing(request) || is_for_a_map) &&
        api_signature(request).empty()) {
        if (auto page = m_maps.find_page(request, job.log, end_of_request())) {
            return std::move(*page);
        }
    }
    auto const mapfile = find_mapfile(request, m_config);
    if (!mapfile) {
        throw ows::ServiceException{
            "", "msCGILoadMap(): Web application error. CGI variable \"map\" is not set."};
    }
    return show(job, *mapfile);
}

std::optional<http::Response> App::answer_ows(ows::Call const& call)
{
    auto state = ows::lasting_state(call);
    if (!state) {
        return ows::dispatch(call);
    }
    AnswerCache::Origin const origin{content_key(call.request), call.map, std::move(*state)};
    if (auto const kept = m_answers.find(origin)) {
        return *kept;
    }
    auto response = ows::dispatch(call);
    if (response && response->status == 200 && response->failure.empty() &&
        http::body_text(*response).size() >= AnswerCache::worth_keeping) {
        keep(origin, call.request, *response);
    }
    return response;
}

/// As it will be sent: compressing takes longer than copying.
void App::keep(AnswerCache::Origin const& origin, http::Request const& request,
               http::Response& response)
{
    encode(m_policy, request, response);
    m_answers.keep(origin, std::make_shared<http::Response const>(response));
}

std::function<image::Effort()> App::effort_since(ProcessorUse const& begin)
{
    if (auto const fixed = m_limits.image_effort) {
        return [effort = *fixed] { return effort; };
    }
    return [this, begin] {
        bool const is_busy =
            m_observer.metrics().waiting() > 0 || was_kept_waiting(begin, processor_use());
        return is_busy ? image::Effort::Hurried : image::Effort::Sent;
    };
}

std::function<bool()> App::idle_processor_since(ProcessorUse const& begin)
{
    if (m_limits.reads_ahead) {
        return *m_limits.reads_ahead ? [] { return true; } : std::function<bool()>{};
    }
    if (m_processors < 2) {
        return {};
    }
    return [this, begin] {
        return m_working < m_processors && m_observer.metrics().waiting() == 0 &&
               !was_kept_waiting(begin, processor_use());
    };
}

/// Of one that begins now.
Deadline::Clock::time_point App::end_of_request() const
{
    auto const time = m_limits.request_time;
    return time.count() == 0 ? Deadline::Clock::time_point::max() : Deadline::Clock::now() + time;
}

http::Response App::show(Job& job, std::filesystem::path const& mapfile)
{
    auto const& request = job.request;
    auto const cached = [&] {
        Timed const timed{job.trace, Stage::MapCache};
        return m_maps.read(request, mapfile, job.log);
    }();
    job.depends_on_address = ows::has_address_lists(*cached.map);
    Deadline deadline{end_of_request(), request.is_abandoned};
    Budget budget{deadline, m_limits.request_bytes};
    geometry::GeosLimit const geos_limit{budget}; // filters may use GEOS wherever rows are read
    FreedMemoryCheck const check{m_freed_memory};
    auto const begin = processor_use();
    source::DataVersions versions;
    render::Services const services{{job.log, m_databases, deadline, job.trace,
                                     m_limits.request_bytes, &m_datasets, m_remote.get(),
                                     &m_shapefiles, &versions},
                                    m_fonts,
                                    &m_symbol_files,
                                    &budget,
                                    effort_since(begin),
                                    idle_processor_since(begin)};
    http::OpenStream open;
    if (request.open_stream) {
        open = [&](http::Response head) { return open_stream(job, deadline, std::move(head)); };
    }
    auto const map = with_context(cached.map, request, m_config);
    ows::Call call{request, map, services, m_settings, {}, open};
    if (map == cached.map) { // a map changed by a document has no cache per version
        call.map_version = cached.version;
        call.per_map = cached.per_map;
    }
    if (auto const signature = api_signature(request); !signature.empty()) {
        return answer_api(call, signature);
    }
    auto const mode = ows::cgi::mode_of(call);
    if (mode.empty() || is_ows_mode(mode)) {
        if (auto response = answer_ows(call)) {
            return std::move(*response);
        }
    }
    if (is_ows_mode(mode)) {
        throw ows::ServiceException{"", ows::unclaimed_message(call)};
    }
    return ows::cgi::dispatch(call);
}

} // namespace ms::server
