// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the command line of mapload.

#include "load/protocols.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ms::programs {

/// All options of the command line.
struct MaploadOptions {
    std::vector<std::string> targets, abouts, poolers;
    double link_gbit = 0;
    std::string box, data_box, format = "text", out, csv, histogram;
    std::uint64_t seed = 2015;
    long time_limit = 60;
    std::size_t views = 2000;
    long gap_ms = 300, soak_s = 3600, interval_s = 60;
    int pid = 0;
    bool is_quiet = false;
    bool checks = false;
    load::Thread2015 thread2015;
    load::Foss4g foss4g;
    load::Latency latency;
    load::Compare compare;
    load::Perftest perftest;
    std::string perftest_type;
    std::vector<std::string> matrix_types;
    load::Matrix matrix;
    load::Repeat repeat;
    load::Soak soak;
};

/// \param options is filled when the line is parsed; must live as long as `app`
void add_mapload_options(CLI::App& app, MaploadOptions& options);

} // namespace ms::programs
