// SPDX-License-Identifier: MIT
#include "load/verdict.hpp"

#include <fstream>
#include <string>

namespace ms::load {

Bound bound_of(Usage const& usage) noexcept
{
    constexpr double full = 0.85;
    if (usage.link_bytes_per_s > 0 && usage.database_bytes_per_s >= full * usage.link_bytes_per_s) {
        return Bound::Link;
    }
    if (usage.processors >= full) {
        return Bound::Processors;
    }
    return usage.queries_under_way > usage.clients / 2 ? Bound::Database : Bound::Nothing;
}

std::string_view name_of(Bound bound) noexcept
{
    switch (bound) {
    case Bound::Link:
        return "link-bound";
    case Bound::Processors:
        return "cpu-bound";
    case Bound::Database:
        return "db-bound";
    case Bound::Nothing:
        break;
    }
    return "-";
}

double ProcessorTimes::busy_since(ProcessorTimes const& before) const noexcept
{
    double const passed = all - before.all;
    return passed > 0 ? (busy - before.busy) / passed : 0;
}

ProcessorTimes processor_times()
{
    // cpu user nice system idle iowait irq softirq steal ... (proc(5)); waiting for a disk is idle
    std::ifstream file{"/proc/stat"};
    std::string word;
    ProcessorTimes times;
    file >> word;
    constexpr int idle = 3, iowait = 4, steal = 7;
    double value = 0;
    for (int i = 0; i <= steal && file >> value; ++i) { // guests are counted in user already
        times.all += value;
        times.busy += i == idle || i == iowait ? 0 : value;
    }
    return times;
}

} // namespace ms::load
