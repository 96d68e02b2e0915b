// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Receives the timings of requests.

#include "base/log.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "server/config/config.hpp"
#include "server/telemetry/metrics.hpp"
#include "server/telemetry/trace_ids.hpp"
#include "server/telemetry/trace_output.hpp"

#include <memory>

namespace ms::server {

/// The trace file, the Server-Timing header and the metrics, as far as the configuration enables
/// them. Thread safe.
class Observer {
public:
    /// \param log  for write errors; must outlive the observer \throws Error{Source} if the trace
    /// file cannot be opened
    Observer(Config const& config, Log& log);

    /// Whether traces of requests are read: otherwise nothing is timed.
    [[nodiscard]] bool has_readers() const noexcept
    {
        return m_has_header || m_has_metrics || m_trace_file != nullptr;
    }
    /// A trace that begins when the request arrived, with ids of its own.
    [[nodiscard]] Trace new_trace(http::Request const& request);

    /// A request has its answer, which may get a header for it.
    void note_answer(http::Request const& request, http::Response& response, Trace const& trace);
    /// A request has got the answer of an equal one, for which it waited since `joined`: the work
    /// is in the trace of the first request.
    void note_joined(http::Request const& request, http::Response const& answer,
                     Trace::Clock::time_point joined) noexcept;
    /// A front end has handed an answer over. After the request's own trace, which the answer could
    /// not wait for.
    void note_written(http::Request const& request, Trace::Clock::time_point begin,
                      Trace::Clock::time_point end) noexcept;

    /// The trace file may have been moved away. \throws Error{Source}, and the old one stays
    void reopen();

    [[nodiscard]] Metrics& metrics() noexcept { return m_metrics; }

private:
    Log& m_log;
    Metrics m_metrics;
    TraceIdSource m_ids;
    std::unique_ptr<TraceFile> m_trace_file; ///< null: disabled
    bool const m_has_header;                 ///< MS_SERVER_TIMING
    bool const m_has_metrics;
};

/// When a request arrived; now if that was not recorded.
[[nodiscard]] Trace::Clock::time_point begin_of(http::Request const& request);

/// Adds the stages that precede the thread's work on a request.
void add_arrival(http::Request const& request, Trace& trace);

} // namespace ms::server
