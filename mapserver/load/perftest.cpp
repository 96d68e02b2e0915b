// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/string.hpp"
#include "load/protocol_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace ms::load {

namespace {

constexpr int tile_px = 256;
constexpr int tiles_across = 4; // of WMTS_16 and WMS_1024

struct NamedType {
    std::string_view name;
    Perftest::Type type;
    bool is_tiled; ///< WMTS
    int across;    ///< tiles
};
constexpr std::array<NamedType, 4> types{{
    {"WMTS_1", Perftest::Type::Wmts1, true, 1},
    {"WMS_256", Perftest::Type::Wms256, false, 1},
    {"WMTS_16", Perftest::Type::Wmts16, true, tiles_across},
    {"WMS_1024", Perftest::Type::Wms1024, false, tiles_across},
}};

NamedType const& row_of(Perftest::Type type)
{
    return *std::ranges::find(types, type, &NamedType::type);
}

Box box_of(Perftest const& protocol, int across)
{
    double const side = (protocol.full.max_x - protocol.full.min_x) / std::exp2(protocol.zoom);
    double const left = protocol.full.min_x + protocol.column * side;
    double const top = protocol.full.max_y - protocol.row * side;
    return {left, top - across * side, left + across * side, top};
}

/// "10.251ms / 100 = .102ms"
std::string mean_of(double total_ms, std::size_t count)
{
    return count == 0 ? "none measured"
                      : fmt::format("{:.3f}ms / {} = {:.3f}ms", total_ms, count,
                                    total_ms / static_cast<double>(count));
}

/// URLs of tile servers without WMTS: ".../{z}/{x}/{y}.png",
/// "?mode=tile&tilemode=gmap&tile={x}+{y}+{z}".
bool names_tiles_by_itself(std::string_view url)
{
    return url.find("{z}") != url.npos && url.find("{x}") != url.npos &&
           url.find("{y}") != url.npos;
}

std::string tile_url(std::string const& url, int zoom, int column, int row)
{
    if (!names_tiles_by_itself(url)) {
        return fmt::format("{}{}SERVICE=WMTS&VERSION=1.0.0&REQUEST=GetTile&"
                           "TILEMATRIX={}&TILEROW={}&TILECOL={}",
                           url, url.find('?') == url.npos ? '?' : '&', zoom, row, column);
    }
    auto text = replace_all(url, "{z}", std::to_string(zoom));
    text = replace_all(text, "{x}", std::to_string(column));
    return replace_all(text, "{y}", std::to_string(row));
}

} // namespace

std::vector<std::string> perftest_urls(Perftest const& protocol, std::string const& url)
{
    auto const& type = row_of(protocol.type);
    if (!type.is_tiled) {
        int const side = tile_px * type.across;
        return {map_url(url, {box_of(protocol, type.across), side, side})};
    }
    std::vector<std::string> urls;
    for (int row = 0; row < type.across; ++row) {
        for (int column = 0; column < type.across; ++column) {
            urls.push_back(
                tile_url(url, protocol.zoom, protocol.column + column, protocol.row + row));
        }
    }
    return urls;
}

/// An answer's first byte comes when the server has finished with it, so that only the client's
/// clock is read.
double server_span(Round const& round)
{
    double first = 1e300, last = 0;
    for (auto const& outcome : round.outcomes) {
        if (outcome.server_seconds > 0) {
            double const end = outcome.begin + outcome.timings.first_byte;
            first = std::min(first, end - outcome.server_seconds);
            last = std::max(last, end);
        }
    }
    return std::max(last - first, 0.0);
}

std::string_view perftest_name(Perftest::Type type)
{
    return row_of(type).name;
}

std::size_t perftest_requests(Perftest::Type type)
{
    auto const& row = row_of(type);
    return row.is_tiled ? static_cast<std::size_t>(row.across * row.across) : 1;
}

Perftest::Type parse_perftest_type(std::string_view name)
{
    auto const* const found = std::ranges::find(types, name, &NamedType::name);
    if (found == types.end()) {
        throw Error{ErrorKind::BadRequest, "\"" + std::string{name} +
                                               "\": WMTS_1, WMS_256, WMTS_16 or WMS_1024 is "
                                               "expected"};
    }
    return found->type;
}

Report run(Perftest const& protocol, Run const& run)
{
    auto const& type = row_of(protocol.type);
    auto report =
        new_report(fmt::format("perftest: {} {} {} {}, {} times", type.name, protocol.zoom,
                               protocol.column, protocol.row, protocol.requests),
                   "warm: requested once before", run);
    Table table{
        "Milliseconds in the server (Server-Timing) and at the client",
        {"TYPE", "ZOOM", "MINX", "MINY", "CONFIGURATION", "TOTAL SERVER-SIDE", "TOTAL CLIENT-SIDE"},
        {},
        {}};
    expect(run, perftest_requests(protocol.type) * (protocol.requests + 1));
    auto fleets = fleets_of(run, static_cast<std::size_t>(type.across) *
                                     static_cast<std::size_t>(type.across));
    std::vector<double> server_ms(fleets.size()), client_ms(fleets.size());
    std::vector<std::size_t> done(fleets.size());
    take_turns(fleets.size(), protocol.requests + 1, run, [&](std::size_t i, std::size_t number) {
        auto const round = ask(fleets[i], perftest_urls(protocol, run.targets[i].url), run);
        note_errors(report, run.targets[i], round);
        if (number > 0 && !run.stop && round.errors() == 0) {
            server_ms[i] += server_span(round) * 1e3;
            client_ms[i] += round.seconds * 1e3;
            ++done[i];
        }
    });
    for (std::size_t i = 0; i < fleets.size(); ++i) {
        table.rows.push_back({std::string{type.name}, std::to_string(protocol.zoom),
                              std::to_string(protocol.column), std::to_string(protocol.row),
                              run.targets[i].name,
                              server_ms[i] > 0 ? mean_of(server_ms[i], done[i]) : "not reported",
                              mean_of(client_ms[i], done[i])});
    }
    report.tables.push_back(std::move(table));
    note_end(report, run);
    return report;
}

} // namespace ms::load
