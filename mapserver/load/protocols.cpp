// SPDX-License-Identifier: MIT
#include "load/protocols.hpp"

#include "load/process.hpp"
#include "load/statistics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <thread>

namespace ms::load {

namespace {

using Clock = std::chrono::steady_clock;

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

/// One cell of the 2015 table, of one target.
struct Cell {
    std::vector<double> milliseconds;
    std::vector<double> per_second; ///< of each round
    double bytes = 0;
};

std::vector<Cell> measure_cell(Thread2015 const& protocol, Run const& run, double zoom,
                               std::size_t clients, Report& report)
{
    auto const views =
        square_views(random_boxes(protocol.full, zoom, protocol.requests * clients, run.seed),
                     protocol.width, protocol.height);
    auto fleets = fleets_of(run, clients);
    std::vector<std::vector<std::string>> urls;
    for (std::size_t i = 0; i < fleets.size(); ++i) {
        urls.push_back(urls_of(run.targets[i], views));
        note_errors(report, run.targets[i], fleets[i].run(urls[i], run.stop)); // warms up
    }
    std::vector<Cell> cells(fleets.size());
    take_turns(fleets.size(), protocol.rounds, run, [&](std::size_t target, std::size_t) {
        auto const round = fleets[target].run(urls[target], run.stop);
        note_errors(report, run.targets[target], round);
        auto const times = round.milliseconds();
        auto& cell = cells[target];
        cell.milliseconds.insert(cell.milliseconds.end(), times.begin(), times.end());
        cell.per_second.push_back(round.per_second());
        cell.bytes = round.mean_bytes();
    });
    return cells;
}

std::vector<std::string> row_of_cells(double zoom, std::size_t clients,
                                      std::vector<Cell> const& cells)
{
    std::vector<std::string> row{fmt::format("{:g}", zoom), std::to_string(clients)};
    double const first = summarize(cells.front().per_second).mean;
    for (auto const& cell : cells) {
        auto const rate = summarize(cell.per_second);
        row.push_back(with_deviation(rate));
        row.push_back(with_deviation(summarize(trimmed(cell.milliseconds))));
        row.push_back(fmt::format("{:.2f}", rate.mean > 0 ? first / rate.mean : 0));
    }
    return row;
}

std::vector<std::string> columns_of_cells(Run const& run)
{
    std::vector<std::string> columns{"zoom", "clients"};
    for (auto const& target : run.targets) {
        columns.push_back(target.name + " req/s");
        columns.push_back(target.name + " ms");
        columns.push_back(run.targets.front().name + " / " + target.name);
    }
    return columns;
}

} // namespace

Report run(Thread2015 const& protocol, Run const& run)
{
    auto report = new_report(
        fmt::format("thread2015: {} x {} px, {} requests a client and round, {} rounds, seed {}",
                    protocol.width, protocol.height, protocol.requests, protocol.rounds, run.seed),
        "warm: a whole run before each cell", run);
    report.tables.push_back({"Requests per second (mean and deviation of the rounds), milliseconds "
                             "(slowest and fastest thrown out)",
                             columns_of_cells(run),
                             {}});
    for (double const zoom : protocol.zooms) {
        for (auto const clients : protocol.clients) {
            say(run, fmt::format("zoom {:g}, {} clients", zoom, clients));
            auto const cells = measure_cell(protocol, run, zoom, clients, report);
            if (run.stop) {
                note_stop(report, run);
                return report;
            }
            report.tables.back().rows.push_back(row_of_cells(zoom, clients, cells));
        }
    }
    return report;
}

Report run(Foss4g const& protocol, Run const& run)
{
    auto report =
        new_report(fmt::format("foss4g: {} views, each once a run, best of {} runs",
                               protocol.views.size(), protocol.runs),
                   "cold in the first run, as the previous run left them afterwards", run);
    Table table{"Requests per second", {"target", "clients", "best"}, {}};
    for (std::size_t i = 1; i <= protocol.runs; ++i) {
        table.columns.push_back(fmt::format("run {}", i));
    }
    for (auto const* const name : {"p50 ms", "p95 ms", "p99 ms", "errors"}) {
        table.columns.emplace_back(name);
    }
    for (auto const clients : protocol.clients) {
        auto fleets = fleets_of(run, clients);
        std::vector<std::vector<Round>> rounds(fleets.size());
        take_turns(fleets.size(), protocol.runs, run, [&](std::size_t target, std::size_t number) {
            say(run, fmt::format("{} clients, run {}, {}", clients, number + 1,
                                 run.targets[target].name));
            rounds[target].push_back(
                fleets[target].run(urls_of(run.targets[target], protocol.views), run.stop));
            note_errors(report, run.targets[target], rounds[target].back());
        });
        if (run.stop) {
            break;
        }
        for (std::size_t target = 0; target < fleets.size(); ++target) {
            auto const best = std::ranges::max_element(
                rounds[target], {}, [](Round const& round) { return round.per_second(); });
            std::vector<std::string> row{run.targets[target].name, std::to_string(clients),
                                         fmt::format("{:.1f}", best->per_second())};
            for (auto const& round : rounds[target]) {
                row.push_back(fmt::format("{:.1f}", round.per_second()));
            }
            auto const times = summarize(best->milliseconds());
            for (double const time : {times.p50, times.p95, times.p99}) {
                row.push_back(fmt::format("{:.1f}", time));
            }
            row.push_back(std::to_string(best->errors()));
            table.rows.push_back(std::move(row));
        }
    }
    report.tables.push_back(std::move(table));
    note_stop(report, run);
    return report;
}

Report run(Latency const& protocol, Run const& run)
{
    auto report =
        new_report(fmt::format("latency: {} requests, {} ms between them, {}", protocol.requests,
                               protocol.gap.count(),
                               protocol.keeps_connection ? "one connection" : "a connection each"),
                   "the first request meets them as they are, the others warm", run);
    for (auto const& target : run.targets) {
        Table table{target.name,
                    {"request", "time_namelookup", "time_connect", "time_pretransfer",
                     "time_starttransfer", "time_total"},
                    {}};
        auto const client = make_client(target.url, run.time_limit);
        std::vector<double> totals;
        for (std::size_t i = 0; i < protocol.requests && !run.stop; ++i) {
            if (i > 0) {
                std::this_thread::sleep_for(protocol.gap);
            }
            if (!protocol.keeps_connection) {
                client->disconnect();
            }
            auto const& reply = client->get(target.url);
            if (reply.status != 200) {
                report.notes.push_back(fmt::format(
                    "{}: request {} failed: {}", target.name, i + 1,
                    reply.status == 0 ? reply.failure : fmt::format("status {}", reply.status)));
                continue;
            }
            auto const& times = reply.timings;
            table.rows.push_back(
                {std::to_string(i + 1), fmt::format("{:.6f}", times.name_lookup),
                 fmt::format("{:.6f}", times.connect), fmt::format("{:.6f}", times.before_transfer),
                 fmt::format("{:.6f}", times.first_byte), fmt::format("{:.6f}", times.total)});
            totals.push_back(times.total);
        }
        auto const summary = summarize(totals);
        table.rows.push_back({"mean", "", "", "", "", fmt::format("{:.6f}", summary.mean)});
        table.rows.push_back({"sd", "", "", "", "", fmt::format("{:.6f}", summary.deviation)});
        report.tables.push_back(std::move(table));
    }
    note_stop(report, run);
    return report;
}

Report run(Compare const& protocol, Run const& run)
{
    auto report = new_report(
        fmt::format("compare: {} blocks of {} requests, {} clients, zoom {:g}, {} x {} px, seed {}",
                    protocol.blocks, protocol.requests, protocol.clients, protocol.zoom,
                    protocol.width, protocol.height, run.seed),
        "warm: a block before", run);
    auto fleets = fleets_of(run, protocol.clients);
    std::vector<std::vector<double>> seconds(fleets.size());
    for (std::size_t block = 0; block <= protocol.blocks && !run.stop; ++block) {
        say(run, fmt::format("block {} of {}", block, protocol.blocks));
        auto const views = square_views(
            random_boxes(protocol.full, protocol.zoom, protocol.requests, run.seed + block),
            protocol.width, protocol.height);
        take_turns(fleets.size(), 1, run, [&](std::size_t i, std::size_t) {
            auto const target = block % 2 == 0 ? i : fleets.size() - 1 - i;
            auto const round = fleets[target].run(urls_of(run.targets[target], views), run.stop);
            note_errors(report, run.targets[target], round);
            if (block > 0) {
                seconds[target].push_back(round.seconds);
            }
        });
    }
    auto const complete =
        std::ranges::min(seconds, {}, [](auto const& series) { return series.size(); }).size();
    Table table{
        "Times of blocks; ratios with 95 % confidence",
        {"target", "req/s", "ms a request", "time / " + run.targets.front().name, "from", "to"},
        {}};
    for (std::size_t target = 0; target < fleets.size(); ++target) {
        std::vector<double> ratios(complete);
        for (std::size_t i = 0; i < complete; ++i) {
            ratios[i] = seconds[target][i] / seconds.front()[i];
        }
        auto const rate = static_cast<double>(protocol.requests) / summarize(seconds[target]).mean;
        auto const confidence = confidence_of_mean(ratios, run.seed);
        table.rows.push_back(
            {run.targets[target].name, fmt::format("{:.1f}", rate),
             fmt::format("{:.2f}", 1e3 / rate), fmt::format("{:.3f}", summarize(ratios).mean),
             fmt::format("{:.3f}", confidence.low), fmt::format("{:.3f}", confidence.high)});
    }
    report.tables.push_back(std::move(table));
    note_stop(report, run);
    return report;
}

Report run(Soak const& protocol, Run const& run)
{
    auto report = new_report(fmt::format("soak: {} s, {} clients, seed {}", protocol.time.count(),
                                         protocol.clients, run.seed),
                             "warm after the first interval", run);
    Table table{
        "A line an interval",
        {"s", "target", "requests", "errors", "p50 ms", "p99 ms", "RSS MiB", "files", "threads"},
        {}};
    auto fleets = fleets_of(run, protocol.clients);
    auto const start = Clock::now();
    std::uint64_t batch = 0;
    while (Clock::now() - start < protocol.time && !run.stop) {
        std::vector<std::vector<double>> times(fleets.size());
        std::vector<std::size_t> errors(fleets.size());
        auto const interval_end = Clock::now() + protocol.interval;
        while (Clock::now() < interval_end && !run.stop) {
            auto const views =
                random_views(protocol.full, protocol.clients * 8, run.seed + batch++);
            for (std::size_t target = 0; target < fleets.size() && !run.stop; ++target) {
                auto const round =
                    fleets[target].run(urls_of(run.targets[target], views), run.stop);
                auto const measured = round.milliseconds();
                times[target].insert(times[target].end(), measured.begin(), measured.end());
                errors[target] += round.errors();
            }
        }
        auto const at = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
        auto const process = protocol.pid ? look_at_process(*protocol.pid) : ProcessState{};
        for (std::size_t target = 0; target < fleets.size(); ++target) {
            auto const summary = summarize(times[target]);
            table.rows.push_back(
                {std::to_string(at.count()), run.targets[target].name,
                 std::to_string(summary.count + errors[target]), std::to_string(errors[target]),
                 fmt::format("{:.1f}", summary.p50), fmt::format("{:.1f}", summary.p99),
                 fmt::format("{:.1f}", process.resident_mib), std::to_string(process.files),
                 std::to_string(process.threads)});
            say(run, fmt::format("{}", fmt::join(table.rows.back(), "  ")));
        }
    }
    report.tables.push_back(std::move(table));
    note_stop(report, run);
    return report;
}

} // namespace ms::load
