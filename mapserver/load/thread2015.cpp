// SPDX-License-Identifier: MIT
#include "load/pooler.hpp"
#include "load/protocol_parts.hpp"
#include "load/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace ms::load {

namespace {

/// One cell of the table, of one target.
struct Cell {
    std::string bound; ///< the verdict
    std::size_t errors = 0;
    std::vector<double> milliseconds;
    std::vector<double> per_second; ///< of each round
    double seconds = 0;             ///< of all rounds
    double maps = 0;
    double database_bytes = 0;
    double query_s = 0;     ///< added up over connections
    double processor_s = 0; ///< the busy part of the rounds' time
};

/// The poolers between the targets and their databases, if any.
std::vector<std::optional<Pooler>> poolers_of(Run const& run)
{
    std::vector<std::optional<Pooler>> poolers;
    for (auto const& target : run.targets) {
        auto& pooler = poolers.emplace_back();
        if (!target.pooler.empty()) {
            pooler.emplace(target.pooler);
        }
    }
    return poolers;
}

/// The cells of all targets at one zoom with so many clients.
struct Cells {
    double zoom = 0;
    std::size_t clients = 0;
    std::vector<Cell> of_targets;
};

/// Measures a round: the work of the fleet, the pooler and the machine meanwhile.
Round measure_round(Fleet& fleet, std::span<std::string const> urls, Target const& target,
                    std::optional<Pooler> const& pooler, Run const& run, Cell& cell, Report& report)
{
    auto const before = pooler ? pooler->counts() : PoolerCounts{};
    auto const processors = processor_times();
    auto round = ask(fleet, urls, run);
    cell.processor_s += processor_times().busy_since(processors) * round.seconds;
    if (pooler) {
        auto const passed = pooler->counts().since(before);
        cell.database_bytes += static_cast<double>(passed.bytes_to_clients);
        cell.query_s += static_cast<double>(passed.query_us) * 1e-6;
    }
    note_errors(report, target, round);
    cell.errors += round.errors();
    auto const times = round.milliseconds();
    cell.milliseconds.insert(cell.milliseconds.end(), times.begin(), times.end());
    cell.per_second.push_back(round.per_second());
    cell.seconds += round.seconds;
    cell.maps += static_cast<double>(round.outcomes.size());
    return round;
}

std::string verdict_of(Cell const& cell, std::size_t clients, double link_bytes_per_s)
{
    double const seconds = std::max(cell.seconds, 1e-9);
    return std::string{name_of(bound_of({.processors = cell.processor_s / seconds,
                                         .database_bytes_per_s = cell.database_bytes / seconds,
                                         .queries_under_way = cell.query_s / seconds,
                                         .clients = static_cast<double>(clients),
                                         .link_bytes_per_s = link_bytes_per_s}))};
}

/// Number of maps of a round.
std::size_t maps_of_a_cell(Thread2015 const& protocol, std::size_t clients)
{
    return protocol.maps > 0 ? std::max(protocol.maps, clients) : protocol.requests * clients;
}

/// Number of maps of the whole benchmark for one target: warm_up() and the rounds.
std::size_t all_maps(Thread2015 const& protocol)
{
    std::size_t sum = 0;
    for (auto const clients : protocol.clients) {
        auto const maps = maps_of_a_cell(protocol, clients);
        auto const times = std::max<std::size_t>((protocol.warm_up * clients + maps - 1) / maps, 1);
        sum += maps * (times + protocol.rounds);
    }
    return sum * protocol.zooms.size();
}

/// Requests all maps, repeatedly until there were enough: a few for every process of a server that
/// has as many processes as there are clients.
void warm_up(Fleet& fleet, std::span<std::string const> urls, std::size_t least,
             Target const& target, Run const& run, Report& report)
{
    std::size_t requests = 0;
    do {
        note_errors(report, target, ask(fleet, urls, run));
        requests += urls.size();
    } while (requests < least && !run.stop);
}

std::vector<Cell> measure_cells(Thread2015 const& protocol, Run const& run, double zoom,
                                std::size_t clients,
                                std::vector<std::optional<Pooler>> const& poolers, Report& report)
{
    auto const count = maps_of_a_cell(protocol, clients);
    auto const views = square_views(
        protocol.data ? random_boxes(protocol.full, zoom, count, run.seed, *protocol.data)
                      : random_boxes(protocol.full, zoom, count, run.seed),
        protocol.width, protocol.height);
    auto fleets = fleets_of(run, clients);
    std::vector<std::vector<std::string>> urls;
    for (std::size_t i = 0; i < fleets.size(); ++i) {
        urls.push_back(urls_of(run.targets[i], views));
        warm_up(fleets[i], urls[i], protocol.warm_up * clients, run.targets[i], run, report);
    }
    std::vector<Cell> cells(fleets.size());
    take_turns(fleets.size(), protocol.rounds, run, [&](std::size_t i, std::size_t) {
        record(
            report, i,
            measure_round(fleets[i], urls[i], run.targets[i], poolers[i], run, cells[i], report));
    });
    for (auto& cell : cells) {
        cell.bound = verdict_of(cell, clients, run.link_bytes_per_s);
    }
    return cells;
}

std::string kilobytes_a_map(Cell const& cell)
{
    return fmt::format("{:.1f}", cell.database_bytes / std::max(cell.maps, 1.0) / 1e3);
}

std::vector<std::string> row_of(Cells const& measured, Run const& run)
{
    auto const& cells = measured.of_targets;
    std::vector<std::string> row{fmt::format("{:g}", measured.zoom),
                                 std::to_string(measured.clients)};
    double const first = summarize(cells.front().per_second).mean;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        auto const& cell = cells[i];
        auto const rate = summarize(cell.per_second);
        row.push_back(with_deviation(rate));
        row.push_back(with_deviation(summarize(trimmed(cell.milliseconds))));
        if (i > 0) {
            row.push_back(rate.mean > 0 ? fmt::format("{:.2f}", first / rate.mean) : "");
        }
        if (!run.targets[i].pooler.empty()) {
            row.push_back(kilobytes_a_map(cell));
        }
        row.push_back(cell.bound);
    }
    return row;
}

Table new_table(Run const& run)
{
    Table table{"Requests per second (mean and deviation of the rounds), milliseconds (slowest and "
                "fastest thrown out), kilobytes from the database for a map, what was the limit",
                {"zoom", "clients"},
                {},
                Plot{.x = "clients", .each = "zoom", .y = {}, .unit = "requests/s"}};
    for (auto const& target : run.targets) {
        table.columns.push_back(target.name + " req/s");
        table.plot->y.push_back(table.columns.back());
        table.columns.push_back(target.name + " ms");
        if (&target != &run.targets.front()) {
            table.columns.push_back(run.targets.front().name + " / " + target.name);
        }
        if (!target.pooler.empty()) {
            table.columns.push_back(target.name + " DB kB");
        }
        table.columns.push_back(target.name + " bound");
    }
    return table;
}

/// One cell as text: milliseconds, requests per second, and if known, kilobytes from the database
/// and the bottleneck.
std::string cell_text(Cell const& cell, Target const& target)
{
    auto text =
        fmt::format("{} ms, {:.1f}/s", with_deviation(summarize(trimmed(cell.milliseconds))),
                    summarize(cell.per_second).mean);
    if (!target.pooler.empty()) {
        text += ", " + kilobytes_a_map(cell) + " kB";
    }
    if (cell.errors > 0) {
        text += fmt::format(", {} errors", cell.errors);
    }
    return cell.bound == "-" ? text : text + ", " + cell.bound;
}

/// As the mailing list printed it: a table for each number of clients, a row a variant, a column a
/// zoom.
std::vector<Table> thread_tables(Thread2015 const& protocol, std::vector<Cells> const& measured,
                                 Run const& run)
{
    std::vector<Table> tables;
    for (auto const clients : protocol.clients) {
        auto const iterations = protocol.maps > 0
                                    ? std::max<std::size_t>(protocol.maps / clients, 1)
                                    : protocol.requests;
        Table table{
            fmt::format("nbThreads={} nbIterations={}", clients, iterations), {"zoom level"}, {}};
        for (auto const& target : run.targets) {
            table.rows.push_back({target.name});
        }
        for (auto const& cells : measured) {
            if (cells.clients == clients) {
                table.columns.push_back(fmt::format("{:.2f}", cells.zoom));
                for (std::size_t i = 0; i < table.rows.size(); ++i) {
                    table.rows[i].push_back(cell_text(cells.of_targets[i], run.targets[i]));
                }
            }
        }
        if (table.columns.size() > 1) {
            tables.push_back(std::move(table));
        }
    }
    return tables;
}

/// Every target, zoom and number of clients with its percentiles.
Table percentile_table(std::vector<Cells> const& measured, Run const& run)
{
    Table table{
        "Milliseconds of all maps of a cell",
        {"target", "zoom", "clients", "maps", "errors", "mean", "sd", "p50", "p95", "p99", "max"},
        {}};
    for (auto const& cells : measured) {
        for (std::size_t i = 0; i < run.targets.size(); ++i) {
            auto const& cell = cells.of_targets[i];
            auto const times = summarize(cell.milliseconds);
            std::vector<std::string> row{
                run.targets[i].name, fmt::format("{:g}", cells.zoom), std::to_string(cells.clients),
                fmt::format("{:.0f}", cell.maps), std::to_string(cell.errors)};
            for (double const value :
                 {times.mean, times.deviation, times.p50, times.p95, times.p99, times.max}) {
                row.push_back(fmt::format("{:.2f}", value));
            }
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

/// The spread of one target's rounds in one cell.
struct Spread {
    double slowest = 0, fastest = 0; ///< requests per second
    std::string where;
    [[nodiscard]] double ratio() const noexcept { return slowest > 0 ? fastest / slowest : 1; }
};

Spread widest_spread(std::vector<Cells> const& measured, Run const& run)
{
    Spread widest;
    for (auto const& cells : measured) {
        for (std::size_t i = 0; i < run.targets.size(); ++i) {
            auto const& rates = cells.of_targets[i].per_second;
            if (rates.empty()) {
                continue;
            }
            auto const [least, most] = std::ranges::minmax(rates);
            Spread const spread{least, most,
                                fmt::format("{}, zoom {:g}, {} clients", run.targets[i].name,
                                            cells.zoom, cells.clients)};
            if (spread.ratio() > widest.ratio()) {
                widest = spread;
            }
        }
    }
    return widest;
}

/// A machine whose speed changes favours the target that is measured in its fast moments.
void note_drift(Thread2015 const& protocol, std::vector<Cells> const& measured, Run const& run,
                Report& report)
{
    constexpr double usual = 1.25;
    if (protocol.rounds < 2 && run.targets.size() > 1) {
        report.notes.emplace_back("one round: nothing tells whether the machine's speed changed "
                                  "between the targets (--rounds 3 takes turns)");
    }
    if (auto const spread = widest_spread(measured, run); spread.ratio() > usual) {
        report.notes.push_back(fmt::format("rounds of one cell differ by {:.0f} % ({}: {:.1f} to "
                                           "{:.1f} requests/s): the machine's "
                                           "speed changes, more and shorter rounds level that",
                                           (spread.ratio() - 1) * 100, spread.where, spread.slowest,
                                           spread.fastest));
    }
}

void add_tables(Thread2015 const& protocol, std::vector<Cells> const& measured, Run const& run,
                Report& report)
{
    report.tables.push_back(new_table(run));
    for (auto const& cells : measured) {
        report.tables.back().rows.push_back(row_of(cells, run));
    }
    for (auto& table : thread_tables(protocol, measured, run)) {
        report.tables.push_back(std::move(table));
    }
    report.tables.push_back(percentile_table(measured, run));
    note_drift(protocol, measured, run, report);
    note_end(report, run);
}

} // namespace

Report run(Thread2015 const& protocol, Run const& run)
{
    auto report = new_report(
        fmt::format(
            "thread2015: {} x {} px, {}, {} rounds, seed {}", protocol.width, protocol.height,
            protocol.maps > 0 ? fmt::format("{} maps a cell and round", protocol.maps)
                              : fmt::format("{} requests a client and round", protocol.requests),
            protocol.rounds, run.seed),
        "warm: a whole run before each cell", run);
    auto const poolers = poolers_of(run);
    expect(run, all_maps(protocol));
    std::vector<Cells> measured;
    for (double const zoom : protocol.zooms) {
        for (auto const clients : protocol.clients) {
            say(run, fmt::format("zoom {:g}, {} clients", zoom, clients));
            auto cells = measure_cells(protocol, run, zoom, clients, poolers, report);
            if (run.stop) {
                add_tables(protocol, measured, run, report);
                return report;
            }
            measured.push_back({zoom, clients, std::move(cells)});
        }
    }
    add_tables(protocol, measured, run, report);
    return report;
}

} // namespace ms::load
