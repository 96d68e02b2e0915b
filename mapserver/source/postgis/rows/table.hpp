// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One layer's table: its facts, its pool, and its error messages.

#include "source/postgis/link/databases.hpp"
#include "source/postgis/sql/fetch.hpp"
#include "source/services.hpp"

#include <memory>

namespace ms::source::postgis {

class Table {
public:
    /// `services` must outlive the table.
    Table(LayerSettings layer, Services const& services);

    [[nodiscard]] LayerSettings const& layer() const noexcept { return m_layer; }
    [[nodiscard]] Pool& pool() const noexcept { return *m_pool; }
    /// A connection of the pool, with the time until there was one in the trace. \throws as it
    [[nodiscard]] Lease acquire(Lease (Pool::*way)(Deadline const&)) const;
    /// Records the time of a connection that was opened for us.
    void note_connection(Lease const& lease) const;
    [[nodiscard]] Deadline const& deadline() const noexcept { return m_services.deadline; }
    [[nodiscard]] Log& log() const noexcept { return m_services.log; }
    [[nodiscard]] Trace* trace() const noexcept { return m_services.trace; }
    [[nodiscard]] bool counts_reads() const noexcept
    {
        return trace() != nullptr && m_services.databases.counts_reads();
    }

    /// Queries the database only on first use. \throws Error naming the layer
    [[nodiscard]] SharedFacts facts();
    /// Exact for few rows, else the estimate of the planner's statistics. Few rows, and those
    /// without statistics (a computed geometry, a table never analysed), are read once for all
    /// requests and for two seconds at most.
    [[nodiscard]] std::optional<geometry::Box> extent();
    /// Whether no row is in the box of the query, at this version of the data: then no statement is
    /// needed. False also if that is not known. Asks the database about the extent once for a
    /// version, within two seconds; not for DATA with !BOX! and geographies. \throws Error
    [[nodiscard]] bool is_beyond(std::string const& version, Query const& query);
    /// The number of all rows, counted by the database. \throws Error naming the layer
    [[nodiscard]] std::int64_t count() const;
    /// The number of rows of a query, counted by the database; nullopt if the database cannot
    /// evaluate a part of the filter.
    /// \throws Error naming the layer
    [[nodiscard]] std::optional<std::int64_t> count(Query const& query);
    /// Drops the cached facts; if this is a level of detail, which may be gone, falls back to its
    /// table.
    void forget_facts();
    /// They are new, and were not the reason of a failure.
    void keep_facts() { m_services.databases.tables().keep(m_key, m_facts); }
    /// The statement for a query; learns again when the table lacks a column. \throws Error naming
    /// the layer
    [[nodiscard]] Fetch fetch(Query const& query);
    /// Has the database plan that statement: it checks columns, types and privileges.
    /// \throws Error naming the layer
    void try_plan(Query const& query);
    /// The same in two steps; nullopt without geometry cache.
    [[nodiscard]] std::optional<VersionedFetch> versioned_fetch(Query const& query);
    [[nodiscard]] GeometryCache& geometry_cache() const noexcept
    {
        return m_services.databases.geometries();
    }

    /// Logs the server's message and throws the public one.
    [[noreturn]] void fail(Failure const& failure) const;
    /// The same at the request's deadline, with the time that a statement was waited for.
    /// \throws LayerError if that was most of it, else the error
    [[noreturn]] void fail_interrupted(Interrupted const& error,
                                       Deadline::Clock::duration waited) const;

private:
    /// Runs on a separate connection, and again if the connection was lost.
    /// \param question (Connection&) returns the result
    template <typename Question>
    [[nodiscard]] auto ask(Question question) const;
    [[nodiscard]] SharedFacts learn_now() const;
    void note_other_srid(TableFacts const& facts) const;
    [[nodiscard]] SharedFacts known_extent() const;
    [[nodiscard]] SharedFacts read_extent_now() const;
    template <typename Read>
    [[nodiscard]] std::optional<geometry::Box> read_patiently(Read read, std::string& why) const;

    LayerSettings m_layer;
    Services const& m_services;
    std::shared_ptr<Pool> m_pool;
    std::string m_key;
    SharedFacts m_facts;
};

} // namespace ms::source::postgis
