// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the counters of a pgbouncer between server and database.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ms::load {

/// Counters since pgbouncer was started, over all its databases but its own.
struct PoolerCounts {
    std::uint64_t queries = 0;
    std::uint64_t bytes_to_database = 0; ///< sent by clients
    std::uint64_t bytes_to_clients = 0;  ///< mostly rows
    std::uint64_t query_us = 0;          ///< spent in queries, added up over connections

    [[nodiscard]] PoolerCounts since(PoolerCounts const& before) const noexcept;
};

/// A connection to the admin console of a pgbouncer (SHOW STATS). For one thread.
class Pooler {
public:
    /// \param conninfo libpq's, of the pooler; the database "pgbouncer" is added
    /// \throws Error{Source} if the pooler does not answer; the message has no password
    explicit Pooler(std::string const& conninfo);
    ~Pooler();
    Pooler(Pooler&&) noexcept;
    Pooler& operator=(Pooler&&) noexcept;

    /// One round trip. \throws Error{Source}
    [[nodiscard]] PoolerCounts counts() const;

private:
    struct Connection;
    std::unique_ptr<Connection> m_connection;
};

/// A line that pgbouncer logs once a minute, "... LOG Stats: 852 req/s, in 435114 b/s, out 83424883
/// b/s,query 7133 us" up to 1.7, "... stats: 852 xacts/s, 852 queries/s, in 435114 B/s, out ...
/// B/s, xact 7133 us, query 7133 us, wait 0 us" since.
struct PoolerLogLine {
    double queries_per_s = 0;
    double in_bytes_per_s = 0;
    double out_bytes_per_s = 0;
    double query_us = 0; ///< mean
    friend bool operator==(PoolerLogLine const&, PoolerLogLine const&) = default;
};

/// The statistics in a log, in order; a line may be broken as mail programs do, other lines are
/// passed over.
[[nodiscard]] std::vector<PoolerLogLine> parse_pooler_log(std::string_view log);

} // namespace ms::load
