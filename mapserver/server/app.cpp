// SPDX-License-Identifier: MIT
#include "server/app.hpp"

#include "base/deadline.hpp"
#include "base/string.hpp"
#include "ows/cgi/dispatch.hpp"
#include "ows/message_page.hpp"
#include "ows/operation.hpp"
#include "ows/service_exception.hpp"
#include "server/database_options.hpp"
#include "server/map_name.hpp"

namespace ms::server {

namespace {

/// MS_ERRORFILE and MS_DEBUGLEVEL. A file that cannot be opened must not stop the server.
LogLevel log_level(Config const& config)
{
    auto const level = parse_int(config.find("MS_DEBUGLEVEL").value_or("")).value_or(0);
    return static_cast<LogLevel>(std::clamp(level, 0, 5));
}

Log::Sink log_sink(Config const& config)
{
    try {
        return file_sink(config.find("MS_ERRORFILE").value_or("stderr"));
    } catch (Error const&) {
        return file_sink("stderr");
    }
}

MapCache::Load loader(Config const& config)
{
    mapfile::LoadOptions options;
    options.path_pattern = config.find("MS_MAPFILE_PATTERN").value_or(R"(\.map$)");
    return
        [options](std::filesystem::path const& path) { return mapfile::load_file(path, options); };
}

ows::Settings settings_of(Config const& config)
{
    return {.errors_have_status = !config.is_off("MS_WMS_ERROR_STATUS_CODE"),
            .online_resource = config.find("MS_ONLINERESOURCE").value_or(""),
            .default_mode = config.find("MS_MODE").value_or("")};
}

std::unique_ptr<TraceFile> trace_file(Config const& config)
{
    auto const path = config.find("MS_TRACE_FILE").value_or("");
    auto const format = parse_trace_format(config.find("MS_TRACE_FORMAT").value_or(""));
    return path.empty() ? nullptr : std::make_unique<TraceFile>(path, format);
}

http::Response allowed_methods(int status)
{
    http::Response response;
    response.status = status;
    response.headers.emplace_back("Allow", "GET, HEAD, POST, OPTIONS");
    return response;
}

/// MapServer's words for requests that are OWS or nothing.
bool is_ows_mode(std::string_view mode)
{
    return equals_ignoring_case(mode, "ows") || equals_ignoring_case(mode, "wfs");
}

} // namespace

App::App(Config config)
    : m_config(std::move(config)), m_log(log_level(m_config), log_sink(m_config)),
      m_databases(database_options(m_config)), m_maps(m_log, loader(m_config)),
      m_settings(settings_of(m_config)), m_trace_file(trace_file(m_config))
{}

http::Response App::complain(std::exception const& error) noexcept
{
    try {
        ows::log_failure(m_log, "request", error);
        auto const* const own = dynamic_cast<Error const*>(&error);
        auto complaint = ows::complaint_about(error);
        if (own != nullptr && own->kind() == ErrorKind::NotFound) {
            complaint.message = "There is no such map on this server.";
        }
        if (own != nullptr && own->kind() == ErrorKind::Limit) {
            complaint.status = 413;
        }
        return ows::message_page(complaint.status, complaint.message);
    } catch (...) {
        http::Response nothing; // out of memory: not even a message
        nothing.status = 500;
        return nothing;
    }
}

void App::reload() noexcept
{
    try {
        m_log.redirect(log_sink(m_config));
        m_maps.forget();
        m_log.write(LogLevel::Error, "reloaded: maps are read again");
    } catch (std::exception const& error) {
        m_log.write(LogLevel::Error, error.what());
    }
}

http::Response App::answer(http::Request const& request) noexcept
{
    try {
        Trace trace;
        auto response = answer_or_complain(request, trace);
        observe(request, response, trace);
        return response;
    } catch (std::exception const& error) {
        return complain(error);
    }
}

http::Response App::answer_or_complain(http::Request const& request, Trace& trace)
{
    Timed const timed{&trace, Stage::Request};
    try {
        auto response = dispatch(request, trace);
        response.headers.emplace_back("X-Content-Type-Options", "nosniff");
        return response;
    } catch (std::exception const& error) {
        return complain(error);
    }
}

void App::observe(http::Request const& request, http::Response& response, Trace const& trace)
{
    m_metrics.observe(request, response, trace);
    if (m_config.is_on("MS_SERVER_TIMING")) {
        response.headers.emplace_back("Server-Timing", server_timing(trace));
    }
    if (m_trace_file) {
        m_trace_file->write(request, response, trace);
    }
}

http::Response App::dispatch(http::Request const& request, Trace& trace)
{
    if (request.method == http::Method::Options) {
        return allowed_methods(204);
    }
    bool const is_refused_post =
        request.method == http::Method::Post && m_config.is_on("MS_NO_POST");
    if (request.method == http::Method::Other || is_refused_post) {
        return allowed_methods(405);
    }
    auto const mapfile = find_mapfile(request, m_config);
    if (!mapfile) {
        throw ows::ServiceException{"", "The request names no map (map=)."};
    }
    return show(request, *mapfile, trace);
}

http::Response App::show(http::Request const& request, std::filesystem::path const& mapfile,
                         Trace& trace)
{
    auto const map = [&] {
        Timed const timed{&trace, Stage::MapCache};
        return m_maps.find(mapfile);
    }();
    auto const time = m_config.limits().request_time;
    auto const end =
        time.count() == 0 ? Deadline::Clock::time_point::max() : Deadline::Clock::now() + time;
    Deadline const deadline{end, request.is_abandoned};
    render::Services const services{{m_log, m_databases, deadline, &trace}, m_fonts};
    ows::Call const call{request, map, services, m_settings};
    auto const mode = ows::cgi::mode_of(call);
    if (mode.empty() || is_ows_mode(mode)) {
        if (auto response = ows::dispatch(call)) {
            return std::move(*response);
        }
    }
    if (is_ows_mode(mode)) {
        throw ows::ServiceException{"", "This request names no OWS service (SERVICE)."};
    }
    return ows::cgi::dispatch(call);
}

} // namespace ms::server
