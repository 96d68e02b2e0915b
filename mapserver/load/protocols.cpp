// SPDX-License-Identifier: MIT
#include "load/protocol_parts.hpp"

#include "load/process.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

namespace ms::load {

namespace {

using Clock = std::chrono::steady_clock;

} // namespace

Report run(Foss4g const& protocol, Run const& run)
{
    auto report =
        new_report(fmt::format("foss4g: {} views, each once a run, best of {} runs",
                               protocol.views.size(), protocol.runs),
                   "cold in the first run, as the previous run left them afterwards", run);
    Table table{"Requests per second",
                {"target", "clients", "best"},
                {},
                Plot{.x = "clients", .each = "target", .y = {"best"}, .unit = "requests/s"}};
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
        {},
        Plot{.x = "s", .each = "target", .y = {"p50 ms", "p99 ms", "RSS MiB"}, .unit = "ms, MiB"}};
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
