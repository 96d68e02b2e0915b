// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Runs map server benchmarks. Each measures its targets in turn, so that noise of the machine
/// affects all of them.

#include "load/boxes.hpp"
#include "load/progress.hpp"
#include "load/report.hpp"

#include <atomic>
#include <optional>
#include <vector>

namespace ms::load {

/// The common settings of protocols.
struct Run {
    std::vector<Target> targets;         ///< ratios are against the first
    std::chrono::seconds time_limit{60}; ///< of a request
    std::uint64_t seed = 2015;
    double link_bytes_per_s = 0;   ///< of the link to the database; 0: unknown
    std::atomic<bool> const& stop; ///< true: stop, and print the results so far
    Progress* progress = nullptr;  ///< null: not shown
};

/// The mailing list's benchmark of 2015: clients x zooms, random boxes, a whole run to warm up,
/// the slowest and the fastest answer of each cell thrown out, mean and standard deviation.
struct Thread2015 {
    Box full;
    std::optional<Box> data{}; ///< extent of the boxes' centres; anywhere without
    std::vector<double> zooms{1, 4, 16, 32};
    std::vector<std::size_t> clients{1, 5, 10, 20};
    std::size_t requests = 20; ///< of a client and round
    std::size_t maps = 0;      ///< of a cell and round, instead of that; 0: requests x clients
    std::size_t rounds = 3;
    std::size_t warm_up =
        0; ///< maps per client before each cell, but at least all maps of the cell once
    int width = 1000, height = 1000;
};
[[nodiscard]] Report run(Thread2015 const& protocol, Run const& run);

/// The FOSS4G benchmark: every view once per run, three runs, of which the best counts, with
/// increasing numbers of clients.
struct Foss4g {
    std::vector<View> views;
    std::vector<std::size_t> clients{1, 2, 5, 10, 20, 40, 80, 150};
    std::size_t runs = 3;
};
[[nodiscard]] Report run(Foss4g const& protocol, Run const& run);

/// Like ApacheBench: the URLs unchanged, so many times by so many concurrent clients. Also reports
/// the cost of this program.
struct Repeat {
    std::size_t requests = 1000;
    std::size_t clients = 1;
};
[[nodiscard]] Report run(Repeat const& protocol, Run const& run);

/// The metadata note's: one URL again and again with idle gaps, curl's five timings.
struct Latency {
    std::size_t requests = 20;
    std::chrono::milliseconds gap{300};
    bool keeps_connection = false;
};
[[nodiscard]] Report run(Latency const& protocol, Run const& run);

/// The tile cache study's perftest.sh: one tile or 4 x 4 of them, by WMTS or as one map by WMS,
/// repeatedly; the server's time beside the client's.
struct Perftest {
    enum class Type { Wmts1, Wms256, Wmts16, Wms1024 };
    Type type = Type::Wms256;
    int zoom = 0, column = 0, row = 0; ///< of the upper left tile, counted from the upper left
    Box full;                          ///< the square of zoom 0's only tile
    std::size_t requests = 100;
};
[[nodiscard]] Report run(Perftest const& protocol, Run const& run);
/// "WMTS_1" ... "WMS_1024". \throws Error{BadRequest} for others
[[nodiscard]] Perftest::Type parse_perftest_type(std::string_view name);

/// Configurations x types x zooms, a random place each time, all configurations in turn.
struct Matrix {
    Box full; ///< the square of zoom 0's only tile
    std::vector<Perftest::Type> types{Perftest::Type::Wms256, Perftest::Type::Wms1024};
    std::vector<int> zooms{0, 2, 4};
    std::size_t requests = 20; ///< of a cell
};
[[nodiscard]] Report run(Matrix const& protocol, Run const& run);

/// Is one faster? Blocks of the same requests to each in turn; the ratio of the blocks' times with
/// its confidence.
struct Compare {
    Box full;
    double zoom = 4;
    std::size_t clients = 1;
    std::size_t requests = 20; ///< of a block
    std::size_t blocks = 20;
    int width = 256, height = 256;
};
[[nodiscard]] Report run(Compare const& protocol, Run const& run);

/// Mixed requests for a long time, a line per interval: checks whether speed, memory, files and
/// threads stay constant.
struct Soak {
    Box full;
    std::vector<std::string> others{}; ///< queries besides maps, one after eight maps of each
                                       ///< client; their answers may be anything but a failure
    std::size_t requests = 0;          ///< of a target, then the end; 0: limited by time
    std::size_t warm_up = 0;           ///< of those; the memory after them is the baseline
    double growth = 0.02;              ///< of the memory after that; more is a failure
    std::chrono::seconds time{3600};
    std::chrono::seconds interval{60};
    std::size_t clients = 4;
    std::optional<int> pid{}; ///< of the observed server
};
[[nodiscard]] Report run(Soak const& protocol, Run const& run);

} // namespace ms::load
