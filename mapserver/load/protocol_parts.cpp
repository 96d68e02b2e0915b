// SPDX-License-Identifier: MIT
#include "load/protocol_parts.hpp"

#include <fmt/format.h>

namespace ms::load {

void say(Run const& run, std::string const& text)
{
    if (run.progress != nullptr) {
        run.progress->step(text);
    }
}

void expect(Run const& run, std::size_t requests)
{
    if (run.progress != nullptr) {
        run.progress->expect(requests * run.targets.size());
    }
}

Round ask(Fleet& fleet, std::span<std::string const> urls, Run const& run)
{
    return run.progress == nullptr
               ? fleet.run(urls, run.stop)
               : fleet.run(urls, run.stop, [&run] { run.progress->answered(); });
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

std::vector<Fleet> fleets_of(Run const& run, std::size_t clients, Expected expected)
{
    std::vector<Fleet> fleets;
    for (auto const& target : run.targets) {
        fleets.emplace_back(target, clients, run.time_limit, expected);
    }
    return fleets;
}

void record(Report& report, std::size_t target, Round const& round)
{
    report.histograms.resize(report.targets.size());
    for (double const time : round.milliseconds()) {
        report.histograms[target].record(time);
    }
}

Table distribution(Report const& report)
{
    Table table{
        "Milliseconds that a part of all measured requests did not exceed", {"percent"}, {}};
    for (auto const& target : report.targets) {
        table.columns.push_back(target.name);
    }
    for (double const percent : {50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0}) {
        std::vector<std::string> row{fmt::format("{:g}", percent)};
        for (auto const& histogram : report.histograms) {
            row.push_back(histogram.count() > 0 ? fmt::format("{:.2f}", histogram.at(percent / 100))
                                                : "");
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

void note_errors(Report& report, Target const& target, Round const& round)
{
    auto& failures = report.failures[target.name];
    failures.requests += round.outcomes.size();
    failures.failed += round.errors();
    if (failures.first.empty()) {
        failures.first = round.first_failure;
    }
}

void note_end(Report& report, Run const& run)
{
    std::vector<std::string> failures;
    for (auto const& target : report.targets) {
        if (auto const& [requests, failed, first] = report.failures[target.name]; failed > 0) {
            failures.push_back(fmt::format("{}: {} of {} requests failed; the first: {}",
                                           target.name, failed, requests, first));
        }
    }
    report.notes.insert(report.notes.begin(), failures.begin(), failures.end());
    if (run.stop) {
        report.notes.emplace_back("interrupted: what is missing was not measured");
    }
}

std::string with_deviation(Summary const& summary)
{
    return fmt::format("{:.1f} ± {:.1f}", summary.mean, summary.deviation);
}

} // namespace ms::load
