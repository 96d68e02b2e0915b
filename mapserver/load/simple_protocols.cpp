// SPDX-License-Identifier: MIT
#include "load/process.hpp"
#include "load/protocol_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <thread>

namespace ms::load {

namespace {

/// The study's servers hold their throughput up to 150 clients.
constexpr double kept_throughput = 0.9;

/// One target with one number of clients.
struct FossCell {
    std::size_t target = 0, clients = 0, errors = 0;
    std::vector<double> per_second; ///< of each run
    double best = 0;
    Summary times; ///< milliseconds of the best run
};

/// Adds one run to the results of a cell.
void add(FossCell& cell, Round const& round)
{
    cell.errors += round.errors();
    cell.per_second.push_back(round.per_second());
    if (cell.per_second.size() == 1 || cell.per_second.back() > cell.best) {
        cell.best = cell.per_second.back();
        cell.times = summarize(round.milliseconds());
    }
}

/// Every target's run with one number of clients; the cells are those targets'.
void measure_level(Foss4g const& protocol, Run const& run, std::size_t number,
                   std::span<FossCell> cells, Report& report)
{
    auto const clients = cells.front().clients;
    auto fleets = fleets_of(run, clients);
    for (std::size_t i = 0; i < fleets.size() && !run.stop; ++i) {
        auto const target = (i + number) % fleets.size();
        say(run,
            fmt::format("run {}, {} clients, {}", number + 1, clients, run.targets[target].name));
        auto const round = ask(fleets[target], urls_of(run.targets[target], protocol.views), run);
        note_errors(report, run.targets[target], round);
        if (!run.stop) { // an interrupted run is meaningless
            record(report, target, round);
            add(cells[target], round);
        }
    }
}

/// Measures all numbers of clients, then all again, in reverse order every other time: on a machine
/// that gets slower meanwhile, no number gets all the fast minutes.
std::vector<FossCell> measure_foss4g(Foss4g const& protocol, Run const& run, Report& report)
{
    auto const targets = run.targets.size(), levels = protocol.clients.size();
    std::vector<FossCell> cells;
    for (auto const clients : protocol.clients) {
        for (std::size_t target = 0; target < targets; ++target) {
            cells.push_back({.target = target, .clients = clients});
        }
    }
    for (std::size_t number = 0; number < protocol.runs && !run.stop; ++number) {
        for (std::size_t i = 0; i < levels && !run.stop; ++i) {
            auto const level = number % 2 == 0 ? i : levels - 1 - i;
            measure_level(protocol, run, number, std::span{cells}.subspan(level * targets, targets),
                          report);
        }
    }
    std::erase_if(cells, [](FossCell const& cell) { return cell.per_second.empty(); });
    return cells;
}

Table foss4g_table(Foss4g const& protocol)
{
    Table table{"Requests per second",
                {"target", "clients", "best"},
                {},
                Plot{.x = "clients", .each = "target", .y = {"best"}, .unit = "requests/s"}};
    for (std::size_t i = 1; i <= protocol.runs; ++i) {
        table.columns.push_back(fmt::format("run {}", i));
    }
    for (auto const* const name :
         {"p50 ms", "p95 ms", "p99 ms", "errors", "of peak", "of the first target"}) {
        table.columns.emplace_back(name);
    }
    return table;
}

/// The maximum of a target over all numbers of clients.
double peak_of(std::vector<FossCell> const& cells, std::size_t target)
{
    double peak = 1e-9;
    for (auto const& cell : cells) {
        peak = cell.target == target ? std::max(peak, cell.best) : peak;
    }
    return peak;
}

std::vector<std::string> row_of(FossCell const& cell, std::size_t runs, double peak, double first,
                                Run const& run)
{
    std::vector<std::string> row{run.targets[cell.target].name, std::to_string(cell.clients),
                                 fmt::format("{:.1f}", cell.best)};
    for (double const rate : cell.per_second) {
        row.push_back(fmt::format("{:.1f}", rate));
    }
    row.resize(std::max(row.size(), 3 + runs)); // those after an interruption are empty
    for (double const time : {cell.times.p50, cell.times.p95, cell.times.p99}) {
        row.push_back(fmt::format("{:.1f}", time));
    }
    row.push_back(std::to_string(cell.errors));
    row.push_back(fmt::format("{:.2f}", cell.best / peak));
    row.push_back(fmt::format("{:.2f}", cell.best / std::max(first, 1e-9)));
    return row;
}

} // namespace

Report run(Foss4g const& protocol, Run const& run)
{
    auto report =
        new_report(fmt::format("foss4g: {} views, each once a run, best of {} runs",
                               protocol.views.size(), protocol.runs),
                   "cold in the first run, as the previous run left them afterwards", run);
    expect(run, protocol.views.size() * protocol.runs * protocol.clients.size());
    auto const cells = measure_foss4g(protocol, run, report);
    auto table = foss4g_table(protocol);
    double first = 0;
    for (auto const& cell : cells) {
        auto const peak = peak_of(cells, cell.target);
        first = cell.target == 0 ? cell.best : first;
        table.rows.push_back(row_of(cell, protocol.runs, peak, first, run));
        bool const is_kept = cell.best >= kept_throughput * peak && cell.errors == 0;
        if (cell.clients == protocol.clients.back() && !is_kept) {
            report.missed_bars.push_back(
                fmt::format("{}: {} clients get {:.2f} of the peak ({:g} expected), {} errors",
                            run.targets[cell.target].name, cell.clients, cell.best / peak,
                            kept_throughput, cell.errors));
        }
    }
    report.tables.push_back(std::move(table));
    report.tables.push_back(distribution(report));
    note_end(report, run);
    return report;
}

namespace {

/// One request of the latency protocol: curl's five timings, in seconds.
using FiveTimings = std::array<double, 5>;

/// Sends requests one after another; failures are recorded and left out.
std::vector<std::pair<std::size_t, FiveTimings>>
measure_latency(Latency const& protocol, Run const& run, Target const& target, Report& report)
{
    std::vector<std::pair<std::size_t, FiveTimings>> rows;
    auto const client = make_client(target.url, run.time_limit);
    for (std::size_t i = 0; i < protocol.requests && !run.stop; ++i) {
        if (i > 0) {
            std::this_thread::sleep_for(protocol.gap);
        }
        if (!protocol.keeps_connection) {
            client->disconnect();
        }
        auto const& reply = client->get(target.url);
        bool const is_good = reply.status == 200;
        auto const& times = reply.timings;
        if (is_good) {
            rows.push_back(
                {i + 1, FiveTimings{times.name_lookup, times.connect, times.before_transfer,
                                    times.first_byte, times.total}});
        }
        if (run.progress != nullptr) {
            run.progress->answered();
        }
        note_errors(report, target,
                    {.outcomes = {Outcome{.seconds = times.total, .is_good = is_good}},
                     .first_failure = is_good ? "" : failure_of(reply)});
    }
    return rows;
}

Table latency_table(std::string const& name,
                    std::vector<std::pair<std::size_t, FiveTimings>> const& measured)
{
    Table table{name,
                {"request", "time_namelookup", "time_connect", "time_pretransfer",
                 "time_starttransfer", "time_total"},
                {}};
    for (auto const& [number, times] : measured) {
        auto& row = table.rows.emplace_back(1, std::to_string(number));
        for (double const time : times) {
            row.push_back(fmt::format("{:.6f}", time));
        }
    }
    std::vector<std::string> means{"mean"}, deviations{"sd"};
    for (std::size_t column = 0; column < FiveTimings{}.size(); ++column) {
        std::vector<double> values;
        for (auto const& [number, times] : measured) {
            values.push_back(times[column]);
        }
        auto const summary = summarize(values);
        means.push_back(values.empty() ? "" : fmt::format("{:.6f}", summary.mean));
        deviations.push_back(values.empty() ? "" : fmt::format("{:.6f}", summary.deviation));
    }
    table.rows.push_back(std::move(means));
    table.rows.push_back(std::move(deviations));
    return table;
}

} // namespace

Report run(Latency const& protocol, Run const& run)
{
    auto report =
        new_report(fmt::format("latency: {} requests, {} ms between them, {}", protocol.requests,
                               protocol.gap.count(),
                               protocol.keeps_connection ? "one connection" : "a connection each"),
                   "the first request meets them as they are, the others warm", run);
    expect(run, protocol.requests);
    for (auto const& target : run.targets) {
        report.tables.push_back(
            latency_table(target.name, measure_latency(protocol, run, target, report)));
    }
    note_end(report, run);
    return report;
}

namespace {

/// Seconds of each target's blocks; blocks at the same index made the same requests. A block in
/// which one target failed or was interrupted is left out for all.
using Blocks = std::vector<std::vector<double>>;

Blocks measure_blocks(Compare const& protocol, Run const& run, Report& report)
{
    auto fleets = fleets_of(run, protocol.clients);
    Blocks seconds(fleets.size());
    for (std::size_t block = 0; block <= protocol.blocks && !run.stop; ++block) {
        say(run, fmt::format("block {} of {}", block, protocol.blocks));
        auto const views = square_views(
            random_boxes(protocol.full, protocol.zoom, protocol.requests, run.seed + block),
            protocol.width, protocol.height);
        std::vector<double> times(fleets.size());
        bool is_good = block > 0; // the first warms up
        take_turns(fleets.size(), 1, run, [&](std::size_t i, std::size_t) {
            auto const target = block % 2 == 0 ? i : fleets.size() - 1 - i;
            auto const round = ask(fleets[target], urls_of(run.targets[target], views), run);
            note_errors(report, run.targets[target], round);
            times[target] = round.seconds;
            is_good = is_good && round.errors() == 0;
        });
        for (std::size_t i = 0; i < fleets.size() && is_good && !run.stop; ++i) {
            seconds[i].push_back(times[i]);
        }
    }
    return seconds;
}

} // namespace

Report run(Compare const& protocol, Run const& run)
{
    auto report = new_report(
        fmt::format("compare: {} blocks of {} requests, {} clients, zoom {:g}, {} x {} px, seed {}",
                    protocol.blocks, protocol.requests, protocol.clients, protocol.zoom,
                    protocol.width, protocol.height, run.seed),
        "warm: a block before", run);
    expect(run, protocol.requests * (protocol.blocks + 1));
    auto const seconds = measure_blocks(protocol, run, report);
    auto const complete = seconds.front().size();
    Table table{"Times of blocks; ratios with 95 % confidence",
                {"target", "req/s", "ms a request", "time / " + run.targets.front().name, "from",
                 "to", "blocks"},
                {}};
    for (std::size_t target = 0; target < seconds.size() && complete > 0; ++target) {
        std::vector<double> ratios(complete);
        for (std::size_t i = 0; i < complete; ++i) {
            ratios[i] = seconds[target][i] / seconds.front()[i];
        }
        auto const rate = static_cast<double>(protocol.requests) / summarize(seconds[target]).mean;
        auto const confidence = confidence_of_mean(ratios, run.seed);
        table.rows.push_back({run.targets[target].name, fmt::format("{:.1f}", rate),
                              fmt::format("{:.2f}", 1e3 / rate),
                              fmt::format("{:.3f}", summarize(ratios).mean),
                              fmt::format("{:.3f}", confidence.low),
                              fmt::format("{:.3f}", confidence.high), std::to_string(complete)});
    }
    report.tables.push_back(std::move(table));
    note_end(report, run);
    return report;
}

Report run(Repeat const& protocol, Run const& run)
{
    auto report = new_report(fmt::format("repeat: {} requests, {} clients, the URLs as they are",
                                         protocol.requests, protocol.clients),
                             "warm: a tenth of the requests before; equal requests at the same "
                             "time may be answered by one drawing",
                             run);
    Table table{"Requests per second, milliseconds",
                {"target", "req/s", "mean", "sd", "p50", "p95", "p99", "max", "kB", "errors",
                 "mapload CPU us/request"},
                {}};
    expect(run, protocol.requests + protocol.requests / 10);
    auto fleets = fleets_of(run, protocol.clients, Expected::Answer);
    for (std::size_t i = 0; i < fleets.size() && !run.stop; ++i) {
        auto const& target = run.targets[i];
        std::vector<std::string> const urls(protocol.requests, target.url);
        note_errors(report, target, ask(fleets[i], std::span{urls}.first(urls.size() / 10), run));
        auto const before = own_processor_seconds();
        auto const round = ask(fleets[i], urls, run);
        auto const processor = own_processor_seconds() - before;
        note_errors(report, target, round);
        record(report, i, round);
        auto const times = summarize(round.milliseconds());
        auto const count = static_cast<double>(std::max<std::size_t>(round.outcomes.size(), 1));
        table.rows.push_back({target.name, fmt::format("{:.0f}", round.per_second())});
        for (double const time :
             {times.mean, times.deviation, times.p50, times.p95, times.p99, times.max}) {
            table.rows.back().push_back(times.count > 0 ? fmt::format("{:.3f}", time) : "");
        }
        table.rows.back().push_back(fmt::format("{:.1f}", round.mean_bytes() / 1e3));
        table.rows.back().push_back(std::to_string(round.errors()));
        table.rows.back().push_back(fmt::format("{:.1f}", processor / count * 1e6));
    }
    report.tables.push_back(std::move(table));
    report.tables.push_back(distribution(report));
    note_end(report, run);
    return report;
}

} // namespace ms::load
