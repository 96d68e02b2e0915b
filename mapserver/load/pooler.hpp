// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the counters of a pgbouncer between server and database.

#include <cstdint>
#include <memory>
#include <string>

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

} // namespace ms::load
