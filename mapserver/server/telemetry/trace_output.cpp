// SPDX-License-Identifier: MIT
#include "server/telemetry/trace_output.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/string.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

namespace ms::server {

namespace {

using Microseconds = std::chrono::microseconds;
using Json = nlohmann::ordered_json;

double milliseconds(Trace::Nanoseconds time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

std::int64_t microseconds_since_epoch(Trace const& trace, Trace::Nanoseconds since)
{
    return std::chrono::duration_cast<Microseconds>(trace.wall_start().time_since_epoch() + since)
        .count();
}

std::string dumped(Json const& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The form of Apache's error log.
std::string time_text(std::int64_t microseconds)
{
    std::time_t const time = microseconds / 1'000'000;
    return fmt::format("{:%a %b %d %H:%M:%S}.{:06} {:%Y}", fmt::localtime(time),
                       microseconds % 1'000'000, fmt::localtime(time));
}

/// A begin or an end, to be sorted by time.
struct Line {
    Trace::Nanoseconds at{};
    bool is_begin = false;
    Trace::Event const* event = nullptr;
};

/// Events are ordered by their begin: an end belongs before the first begin that is not deeper.
std::vector<Line> begins_and_ends(Trace const& trace)
{
    std::vector<Line> lines;
    std::vector<Trace::Event const*> open;
    auto const close_down_to = [&](std::size_t depth) {
        while (open.size() > depth) {
            lines.push_back({open.back()->end, false, open.back()});
            open.pop_back();
        }
    };
    for (auto const& event : trace.events()) {
        close_down_to(event.depth);
        lines.push_back({event.begin, true, &event});
        open.push_back(&event);
    }
    close_down_to(0);
    return lines;
}

/// One word for any layer name.
std::string word(Trace::Event const& event)
{
    std::string text{stage_name(event.stage)};
    if (!event.detail.empty()) {
        text += ':' + event.detail;
        std::ranges::replace_if(
            text, [](char c) { return static_cast<unsigned char>(c) <= ' '; }, '_');
    }
    return text;
}

std::string as_lines(http::Request const& request, Trace const& trace)
{
    auto place = fmt::format("[mapserv:debug] [pid {}:tid {}] [client {}]", getpid(),
                             thread_number(), request.remote_address);
    if (auto const& ids = trace.ids(); !ids.span.empty()) {
        place += fmt::format(" [trace {} {}{}]", ids.trace,
                             ids.parent.empty() ? "" : ids.parent + ' ', ids.span);
    }
    std::string text;
    for (auto const& line : begins_and_ends(trace)) {
        text += fmt::format("[{}] {} {} {}\n", time_text(microseconds_since_epoch(trace, line.at)),
                            place, line.is_begin ? "BEGIN" : "END", word(*line.event));
    }
    return text;
}

Json counters_of(Trace const& trace)
{
    Json counters;
    for (std::size_t i = 0; i < counter_count; ++i) {
        auto const counter = static_cast<Counter>(i);
        counters[std::string{counter_name(counter)}] = trace.count(counter);
    }
    return counters;
}

std::string as_json(http::Request const& request, http::Response const& response,
                    Trace const& trace)
{
    Json stages;
    for (std::size_t i = 0; i < stage_count; ++i) {
        auto const stage = static_cast<Stage>(i);
        stages[std::string{stage_name(stage)}] = milliseconds(trace.total(stage));
    }
    auto layers = Json::array();
    for (auto const& event : trace.events()) {
        if (event.stage == Stage::Layer) {
            layers.push_back(
                {{"name", event.detail}, {"ms", milliseconds(event.end - event.begin)}});
        }
    }
    auto const at = microseconds_since_epoch(trace, {});
    return dumped({{"time_us", at},
                   {"pid", getpid()},
                   {"tid", thread_number()},
                   {"client", request.remote_address},
                   {"trace_id", trace.ids().trace},
                   {"parent_id", trace.ids().parent},
                   {"span_id", trace.ids().span},
                   {"request", request.parameters.value("REQUEST")},
                   {"layers_asked", request.parameters.value("LAYERS")},
                   {"status", response.status},
                   {"bytes", response.body.size()},
                   {"stages_ms", std::move(stages)},
                   {"counters", counters_of(trace)},
                   {"layers", std::move(layers)}}) +
           '\n';
}

/// \param response null: of no whole request
std::string as_chrome(http::Response const* response, Trace const& trace)
{
    std::string text;
    for (auto const& event : trace.events()) {
        Json arguments = Json::object();
        if (event.depth == 0 && response != nullptr) {
            arguments = counters_of(trace);
            arguments["status"] = response->status;
            arguments["trace_id"] = trace.ids().trace;
            arguments["parent_id"] = trace.ids().parent;
            arguments["span_id"] = trace.ids().span;
        }
        if (!event.detail.empty()) {
            arguments["layer"] = event.detail;
        }
        text +=
            dumped({{"name", stage_name(event.stage)},
                    {"ph", "X"},
                    {"ts", microseconds_since_epoch(trace, event.begin)},
                    {"dur",
                     std::chrono::duration<double, std::micro>(event.end - event.begin).count()},
                    {"pid", getpid()},
                    {"tid", thread_number()},
                    {"args", std::move(arguments)}}) +
            ",\n";
    }
    return text;
}

} // namespace

TraceFormat parse_trace_format(std::string_view name) noexcept
{
    if (equals_ignoring_case(name, "JSON")) {
        return TraceFormat::Json;
    }
    return equals_ignoring_case(name, "CHROME") ? TraceFormat::Chrome : TraceFormat::Lines;
}

std::string trace_text(TraceFormat format, http::Request const& request,
                       http::Response const& response, Trace const& trace)
{
    switch (format) {
    case TraceFormat::Json:
        return as_json(request, response, trace);
    case TraceFormat::Chrome:
        return as_chrome(&response, trace);
    case TraceFormat::Lines:
        break;
    }
    return as_lines(request, trace);
}

namespace {

std::string tiles_described(Trace const& trace)
{
    return fmt::format(R"(;desc="{} kept, {} drawn")", trace.count(Counter::TilesKept),
                       trace.count(Counter::TilesDrawn));
}

/// The compression of a PNG; empty for other formats.
std::string packing_described(Trace const& trace)
{
    for (auto const& event : trace.events()) {
        if (event.stage == Stage::Encode && !event.detail.empty()) {
            return fmt::format(R"(;desc="{}")", event.detail);
        }
    }
    return {};
}

} // namespace

std::string server_timing(Trace const& trace)
{
    std::string text;
    for (std::size_t i = 0; i < stage_count; ++i) {
        auto const stage = static_cast<Stage>(i);
        if (trace.total(stage).count() > 0) {
            text += fmt::format("{}{};dur={:.3f}", text.empty() ? "" : ", ", stage_name(stage),
                                milliseconds(trace.total(stage)));
            text += stage == Stage::Tiles    ? tiles_described(trace)
                    : stage == Stage::Encode ? packing_described(trace)
                                             : "";
        }
    }
    return text;
}

namespace {

/// \returns a file descriptor
int open_trace(std::string const& path, TraceFormat format)
{
    int const file = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) {
        throw Error{ErrorKind::Source, "the trace file (MS_TRACE_FILE) cannot be opened"};
    }
    // The array of trace events need not be closed, but it must be opened.
    if (format == TraceFormat::Chrome && lseek(file, 0, SEEK_END) == 0) {
        static_cast<void>(::write(file, "[\n", 2) == 2);
    }
    return file;
}

} // namespace

TraceFile::TraceFile(std::string path, TraceFormat format)
    : m_path(std::move(path)), m_format(format), m_file(open_trace(m_path, format))
{}

void TraceFile::reopen()
{
    int const file = open_trace(m_path, m_format);
    dup3(file, m_file, O_CLOEXEC); // atomic for all threads, which continue to write
    close(file);
}

TraceFile::~TraceFile()
{
    close(m_file);
}

void TraceFile::write(http::Request const& request, http::Response const& response,
                      Trace const& trace)
{
    append(trace_text(m_format, request, response, trace));
}

void TraceFile::write_spans(http::Request const& request, Trace const& trace)
{
    if (m_format == TraceFormat::Lines) {
        append(as_lines(request, trace));
    } else if (m_format == TraceFormat::Chrome) {
        append(as_chrome(nullptr, trace));
    }
}

/// One call with O_APPEND separates requests; a full disk must not fail a map.
void TraceFile::append(std::string const& text) noexcept
{
    static_cast<void>(::write(m_file, text.data(), text.size()) < 0);
}

} // namespace ms::server
