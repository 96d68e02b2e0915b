// SPDX-License-Identifier: MIT
#include "load/protocol_parts.hpp"

#include <fmt/format.h>

namespace ms::load {

void say(Run const& run, std::string const& text)
{
    if (run.say) {
        run.say(text);
    }
}

Report new_report(std::string protocol, std::string caches, Run const& run)
{
    return {.protocol = std::move(protocol),
            .surroundings = describe_machine(),
            .caches = std::move(caches),
            .targets = run.targets,
            .tables = {},
            .notes = {}};
}

std::vector<std::string> urls_of(Target const& target, std::span<View const> views)
{
    std::vector<std::string> urls;
    for (auto const& view : views) {
        urls.push_back(map_url(target.url, view));
    }
    return urls;
}

std::vector<View> square_views(std::vector<Box> const& boxes, int width, int height)
{
    std::vector<View> views;
    for (auto const& box : boxes) {
        views.push_back({box, width, height});
    }
    return views;
}

std::vector<Fleet> fleets_of(Run const& run, std::size_t clients)
{
    std::vector<Fleet> fleets;
    for (auto const& target : run.targets) {
        fleets.emplace_back(target, clients, run.time_limit);
    }
    return fleets;
}

void note_errors(Report& report, Target const& target, Round const& round)
{
    if (round.errors() > 0) {
        report.notes.push_back(fmt::format("{}: {} of {} requests failed; the first: {}",
                                           target.name, round.errors(), round.outcomes.size(),
                                           round.first_failure));
    }
}

void note_stop(Report& report, Run const& run)
{
    if (run.stop) {
        report.notes.emplace_back("interrupted: what is missing was not measured");
    }
}

std::string with_deviation(Summary const& summary)
{
    return fmt::format("{:.1f} ± {:.1f}", summary.mean, summary.deviation);
}

} // namespace ms::load
