// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the bottleneck of a server.

#include <string_view>

namespace ms::load {

/// The machine's load while a server was measured.
struct Usage {
    double processors = 0; ///< the part that was busy, 0..1
    double database_bytes_per_s = 0;
    double queries_under_way = 0; ///< on average
    double clients = 0;
    double link_bytes_per_s = 0; ///< of the link to the database; 0: unknown
};

enum class Bound { Link, Processors, Database, Nothing };

/// The first that applies: the link carries 85 % of its capacity; 85 % of the processors are busy;
/// more than half of the clients wait for a query. A query's time includes its transfer through the
/// link, so the link is checked first.
[[nodiscard]] Bound bound_of(Usage const& usage) noexcept;
/// "link-bound", "cpu-bound", "db-bound", "-".
[[nodiscard]] std::string_view name_of(Bound bound) noexcept;

/// Time of all processors since boot, from /proc/stat; 0 if it is not available.
struct ProcessorTimes {
    double busy = 0, all = 0;

    /// 0..1; 0 when no time has passed.
    [[nodiscard]] double busy_since(ProcessorTimes const& before) const noexcept;
};
[[nodiscard]] ProcessorTimes processor_times();

} // namespace ms::load
