// SPDX-License-Identifier: MIT
#include "server/telemetry/observer.hpp"

#include <algorithm>

namespace ms::server {

namespace {

std::unique_ptr<TraceFile> trace_file(Config const& config)
{
    auto const path = config.find("MS_TRACE_FILE").value_or("");
    auto const format = parse_trace_format(config.find("MS_TRACE_FORMAT").value_or(""));
    return path.empty() ? nullptr : std::make_unique<TraceFile>(path, format);
}

/// A test's request has not been.
bool was_received(http::Request const& request)
{
    return request.received != http::Request::Clock::time_point{};
}

} // namespace

Trace::Clock::time_point begin_of(http::Request const& request)
{
    return was_received(request) ? request.received : Trace::Clock::now();
}

void add_arrival(http::Request const& request, Trace& trace)
{
    if (was_received(request)) {
        trace.add_past(Stage::Parse, request.received, request.parsed);
        trace.add_past(Stage::Queue, request.parsed, Trace::Clock::now());
    }
}

Observer::Observer(Config const& config, Log& log)
    : m_log(log), m_trace_file(trace_file(config)), m_has_header(config.is_on("MS_SERVER_TIMING")),
      m_has_metrics(config.is_on("MS_METRICS"))
{}

Trace Observer::new_trace(http::Request const& request)
{
    Trace trace{begin_of(request)};
    trace.set_ids(m_ids.of(request));
    return trace;
}

void Observer::note_answer(http::Request const& request, http::Response& response,
                           Trace const& trace)
{
    if (m_has_metrics) {
        m_metrics.observe(request, response, trace);
    }
    if (m_has_header) {
        response.headers.emplace_back("Server-Timing", server_timing(trace));
    }
    if (m_trace_file) {
        m_trace_file->write(request, response, trace);
    }
}

void Observer::note_joined(http::Request const& request, http::Response const& answer,
                           Trace::Clock::time_point joined) noexcept
{
    try {
        m_metrics.count_shared_answer();
        auto const now = Trace::Clock::now();
        if (m_has_metrics) {
            m_metrics.observe_stage(Stage::Join, now - joined);
        }
        if (m_trace_file) {
            auto trace = new_trace(request);
            {
                Timed const timed{&trace, Stage::Request, {}, std::min(begin_of(request), joined)};
                if (was_received(request)) {
                    trace.add_past(Stage::Parse, request.received, request.parsed);
                }
                trace.add_past(Stage::Join, joined, now);
            }
            m_trace_file->write(request, answer, trace);
        }
    } catch (std::exception const& error) {
        m_log.write(LogLevel::Error, error.what());
    }
}

void Observer::note_written(http::Request const& request, Trace::Clock::time_point begin,
                            Trace::Clock::time_point end) noexcept
{
    try {
        if (m_has_metrics) {
            m_metrics.observe_stage(Stage::Write, end - begin);
        }
        if (m_trace_file) {
            Trace trace{begin};
            trace.add_past(Stage::Write, begin, end);
            m_trace_file->write_spans(request, trace);
        }
    } catch (std::exception const& error) {
        m_log.write(LogLevel::Error, error.what());
    }
}

void Observer::reopen()
{
    if (m_trace_file) {
        m_trace_file->reopen();
    }
}

} // namespace ms::server
