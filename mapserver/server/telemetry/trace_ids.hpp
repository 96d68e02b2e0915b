// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Generates globally unique ids of requests.

#include "base/trace.hpp"
#include "http/request.hpp"

#include <atomic>
#include <cstdint>

namespace ms::server {

/// Thread safe.
class TraceIdSource {
public:
    /// Starts anywhere, so that processes differ.
    TraceIdSource();

    /// The trace and the caller's span as traceparent names them, else a trace of our own without
    /// one; and a span for this request.
    [[nodiscard]] TraceIds of(http::Request const& request);

private:
    [[nodiscard]] std::uint64_t next() noexcept;

    std::atomic<std::uint64_t> m_state;
};

} // namespace ms::server
