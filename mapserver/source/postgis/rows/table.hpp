// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One layer's table: its facts, its pool, and what to say when something fails.

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
    /// One that was made for us took its time.
    void note_connection(Lease const& lease) const;
    [[nodiscard]] Deadline const& deadline() const noexcept { return m_services.deadline; }
    [[nodiscard]] Log& log() const noexcept { return m_services.log; }
    [[nodiscard]] Trace* trace() const noexcept { return m_services.trace; }
    [[nodiscard]] bool counts_reads() const noexcept
    {
        return trace() != nullptr && m_services.databases.counts_reads();
    }

    /// Asks the database only if nobody did before. \throws Error naming the layer
    [[nodiscard]] SharedFacts facts();
    /// Exact where there are few rows, else what the planner's statistics estimate. Few rows, and
    /// those of which statistics say nothing (a computed geometry, a table never analysed), are
    /// read once for all requests and for two seconds at most.
    [[nodiscard]] std::optional<geometry::Box> extent();
    /// Of all rows, which the database counts. \throws Error naming the layer
    [[nodiscard]] std::int64_t count() const;
    /// Of the rows that a query gives, which the database counts; nothing where a part of the
    /// filter cannot be told it. \throws Error naming the layer
    [[nodiscard]] std::optional<std::int64_t> count(Query const& query);
    /// Asks again; about the table itself when this is a level of detail of it, which may be gone.
    void forget_facts();
    /// The statement for a query; learns again when the table lacks a column. \throws Error naming
    /// the layer
    [[nodiscard]] Fetch fetch(Query const& query);
    /// The same in two steps; nothing where geometries are not kept.
    [[nodiscard]] std::optional<VersionedFetch> versioned_fetch(Query const& query);
    [[nodiscard]] GeometryCache& geometry_cache() const noexcept
    {
        return m_services.databases.geometries();
    }

    /// Logs the server's words and throws what a client may read.
    [[noreturn]] void fail(Failure const& failure) const;
    /// The same at the end of the request's time, of which a statement was waited for so long.
    /// \throws LayerError where that was most of it, else the error
    [[noreturn]] void fail_interrupted(Interrupted const& error,
                                       Deadline::Clock::duration waited) const;

private:
    /// Over a connection of its own, again when it was lost. \param question (Connection&) to what
    /// is returned
    template <typename Question>
    [[nodiscard]] auto ask(Question question) const;
    [[nodiscard]] SharedFacts learn_now() const;
    void note_other_srid(TableFacts const& facts) const;
    [[nodiscard]] SharedFacts read_extent_now() const;

    LayerSettings m_layer;
    Services const& m_services;
    std::shared_ptr<Pool> m_pool;
    std::string m_key;
    SharedFacts m_facts;
};

} // namespace ms::source::postgis
