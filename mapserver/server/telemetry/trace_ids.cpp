// SPDX-License-Identifier: MIT
#include "server/telemetry/trace_ids.hpp"

#include "http/trace_context.hpp"

#include <fmt/format.h>

#include <random>

namespace ms::server {

namespace {

std::uint64_t anything()
{
    std::random_device device;
    return (std::uint64_t{device()} << 32U) | device();
}

} // namespace

TraceIdSource::TraceIdSource() : m_state(anything()) {}

/// SplitMix64 (Steele, Lea & Flood 2014, doi:10.1145/2660193.2660195): 2^64 steps without a number
/// twice, in any order of threads.
std::uint64_t TraceIdSource::next() noexcept
{
    std::uint64_t z = m_state.fetch_add(0x9E3779B97F4A7C15U, std::memory_order_relaxed);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    z ^= z >> 31U;
    return z == 0 ? 1 : z; // an id of zeros is invalid
}

TraceIds TraceIdSource::of(http::Request const& request)
{
    auto span = fmt::format("{:016x}", next());
    if (auto parent = http::parse_trace_parent(request.trace_parent)) {
        return {std::move(parent->trace_id), std::move(parent->parent_id), std::move(span)};
    }
    return {fmt::format("{:016x}{:016x}", next(), next()), "", std::move(span)};
}

} // namespace ms::server
