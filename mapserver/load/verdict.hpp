// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What holds a server back.

#include <string_view>

namespace ms::load {

/// What the machine did while a server was measured.
struct Usage {
    double processors = 0; ///< the part that was busy, 0..1
    double database_bytes_per_s = 0;
    double queries_under_way = 0; ///< on average
    double clients = 0;
    double link_bytes_per_s = 0; ///< of the link to the database; 0: not told
};

enum class Bound { Link, Processors, Database, Nothing };

/// The first that holds: the link carries 85 % of what it can; 85 % of the processors are busy;
/// more than half of the clients wait for a query. A query's time includes its way through the
/// link, so the link is asked first.
[[nodiscard]] Bound bound_of(Usage const& usage) noexcept;
/// "link-bound", "cpu-bound", "db-bound", "-".
[[nodiscard]] std::string_view name_of(Bound bound) noexcept;

/// Time of all processors since the machine was started, from /proc/stat; 0 where there is none.
struct ProcessorTimes {
    double busy = 0, all = 0;

    /// 0..1; 0 when no time has passed.
    [[nodiscard]] double busy_since(ProcessorTimes const& before) const noexcept;
};
[[nodiscard]] ProcessorTimes processor_times();

} // namespace ms::load
