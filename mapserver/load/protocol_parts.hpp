// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Functions that the protocols of this folder share.

#include "load/protocols.hpp"
#include "load/statistics.hpp"

#include <span>
#include <string>
#include <vector>

namespace ms::load {

/// Sets the description of the current measurement.
void say(Run const& run, std::string const& text);
/// Sets the number of requests that each target will get.
void expect(Run const& run, std::size_t requests);
/// Requests every URL once, and updates the progress.
[[nodiscard]] Round ask(Fleet& fleet, std::span<std::string const> urls, Run const& run);
[[nodiscard]] Report new_report(std::string protocol, std::string caches, Run const& run);
[[nodiscard]] std::vector<std::string> urls_of(Target const& target, std::span<View const> views);
[[nodiscard]] std::vector<View> square_views(std::vector<Box> const& boxes, int width, int height);
[[nodiscard]] std::vector<Fleet> fleets_of(Run const& run, std::size_t clients,
                                           Expected expected = Expected::Image);
/// Adds a measured round to a target's results.
void record(Report& report, std::size_t target, Round const& round);
/// The percentiles of all measured requests, a column a target.
[[nodiscard]] Table distribution(Report const& report);
/// Called after every round, also after successful ones.
void note_errors(Report& report, Target const& target, Round const& round);
/// Called after all measurements: reports failures, and whether the run was interrupted.
void note_end(Report& report, Run const& run);
/// "12.3 ± 0.4"
[[nodiscard]] std::string with_deviation(Summary const& summary);

/// The requests of one pass.
[[nodiscard]] std::vector<std::string> perftest_urls(Perftest const& protocol,
                                                     std::string const& url);
[[nodiscard]] std::string_view perftest_name(Perftest::Type type);
/// The number of concurrent requests.
[[nodiscard]] std::size_t perftest_requests(Perftest::Type type);
/// Seconds from the start of the first request in the server to the end of the last one there; 0 if
/// the server does not report it.
[[nodiscard]] double server_span(Round const& round);

/// Targets in turn, each round beginning with another one.
template <typename Measure>
void take_turns(std::size_t targets, std::size_t rounds, Run const& run, Measure const& measure)
{
    for (std::size_t round = 0; round < rounds && !run.stop; ++round) {
        for (std::size_t i = 0; i < targets && !run.stop; ++i) {
            measure((i + round) % targets, round);
        }
    }
}

} // namespace ms::load
