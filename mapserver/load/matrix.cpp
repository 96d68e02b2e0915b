// SPDX-License-Identifier: MIT
#include "load/protocol_parts.hpp"

#include <fmt/format.h>

#include <random>

namespace ms::load {

namespace {

/// Of one configuration, type and zoom.
struct Cell {
    std::vector<double> server_ms, client_ms;
    std::size_t errors = 0;

    [[nodiscard]] bool is_empty() const noexcept { return client_ms.empty() && errors == 0; }
};

/// A place that the type's tiles fit into, the same for all configurations.
Perftest place_of(Matrix const& protocol, Perftest::Type type, int zoom, std::mt19937_64& random)
{
    int const tiles = 1 << std::min(zoom, 30);
    int const across = type == Perftest::Type::Wmts16 || type == Perftest::Type::Wms1024 ? 4 : 1;
    auto const last = static_cast<std::uint64_t>(std::max(tiles - across, 0));
    return {.type = type,
            .zoom = zoom,
            .column = static_cast<int>(random() % (last + 1)),
            .row = static_cast<int>(random() % (last + 1)),
            .full = protocol.full};
}

std::vector<std::string> row_of(Target const& target, Perftest::Type type, int zoom,
                                Cell const& cell)
{
    std::vector<std::string> row{target.name, std::string{perftest_name(type)},
                                 std::to_string(zoom), std::to_string(cell.client_ms.size()),
                                 std::to_string(cell.errors)};
    auto const server = summarize(cell.server_ms);
    auto const client = summarize(cell.client_ms);
    row.push_back(server.mean > 0 ? fmt::format("{:.2f}", server.mean) : "not reported");
    for (double const value : {client.mean, client.deviation, client.p50, client.p95, client.p99}) {
        row.push_back(client.count > 0 ? fmt::format("{:.2f}", value) : "");
    }
    return row;
}

/// Requests one place from all configurations, each time starting with another one; the first time
/// is not counted.
void ask_all(std::vector<Fleet>& fleets, Perftest const& place, std::size_t number, Run const& run,
             std::vector<Cell>& cells, Report& report)
{
    for (std::size_t turn = 0; turn < fleets.size() && !run.stop; ++turn) {
        auto const i = (turn + number) % fleets.size();
        auto const round = ask(fleets[i], perftest_urls(place, run.targets[i].url), run);
        note_errors(report, run.targets[i], round);
        if (number > 0 && !run.stop) { // an interrupted round is meaningless
            cells[i].errors += round.errors();
            record(report, i, round);
        }
        if (number > 0 && !run.stop && round.errors() == 0) {
            cells[i].server_ms.push_back(server_span(round) * 1e3);
            cells[i].client_ms.push_back(round.seconds * 1e3);
        }
    }
}

} // namespace

Report run(Matrix const& protocol, Run const& run)
{
    auto report = new_report(fmt::format("matrix: {} configurations, {} types, {} zooms, {} places "
                                         "each, seed {}",
                                         run.targets.size(), protocol.types.size(),
                                         protocol.zooms.size(), protocol.requests, run.seed),
                             "as the places requested before left them; the first of a cell is not "
                             "counted",
                             run);
    Table table{"Milliseconds: in the server (Server-Timing), and at the client",
                {"configuration", "type", "zoom", "n", "errors", "server mean", "mean", "sd", "p50",
                 "p95", "p99"},
                {}};
    std::size_t requests = 0; // of one place by all types
    for (auto const type : protocol.types) {
        requests += perftest_requests(type);
    }
    expect(run, requests * protocol.zooms.size() * (protocol.requests + 1));
    std::mt19937_64 random{run.seed};
    for (auto const type : protocol.types) {
        auto fleets = fleets_of(run, perftest_requests(type));
        for (int const zoom : protocol.zooms) {
            say(run, fmt::format("{}, zoom {}", perftest_name(type), zoom));
            std::vector<Cell> cells(fleets.size());
            for (std::size_t number = 0; number <= protocol.requests && !run.stop; ++number) {
                ask_all(fleets, place_of(protocol, type, zoom, random), number, run, cells, report);
            }
            for (std::size_t i = 0; i < fleets.size() && !cells[i].is_empty(); ++i) {
                table.rows.push_back(row_of(run.targets[i], type, zoom, cells[i]));
            }
        }
    }
    report.tables.push_back(std::move(table));
    note_end(report, run);
    return report;
}

} // namespace ms::load
