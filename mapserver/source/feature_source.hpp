// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The interface that every vector data source implements.

#include "feature/batch.hpp"
#include "source/data_versions.hpp"
#include "source/query.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ms::source {

/// The answer to one query, read batch by batch. Belongs to one thread.
class FeatureCursor {
public:
    virtual ~FeatureCursor() = default;
    FeatureCursor() = default;
    FeatureCursor(FeatureCursor const&) = delete;
    FeatureCursor& operator=(FeatureCursor const&) = delete;

    /// Refills `batch` with the next rows (bounded in number and bytes); false: there were no more.
    /// A row with a bad geometry is skipped and counted in the batch.
    /// \throws Error{Source} naming the layer; Error{Limit} when the deadline has passed
    virtual bool next(feature::FeatureBatch& batch) = 0;
    /// Whether another thread may go on with it, while this one uses everything else of the request
    /// but the source and the Services it was opened with.
    [[nodiscard]] virtual bool reads_apart() const noexcept { return false; }
};

/// One layer's data. Opened per request and layer; expensive facts are cached and shared.
class FeatureSource {
public:
    virtual ~FeatureSource() = default;
    FeatureSource() = default;
    FeatureSource(FeatureSource const&) = delete;
    FeatureSource& operator=(FeatureSource const&) = delete;

    /// The attributes. May query the source once; cached afterwards.
    [[nodiscard]] virtual feature::Schema const& schema() = 0;
    /// Of all data, in the source's CRS; an estimate if the exact one would read everything.
    [[nodiscard]] virtual std::optional<geometry::Box> extent() = 0;
    /// The number of features, without FILTER; nullopt if counting requires reading all.
    [[nodiscard]] virtual std::optional<std::int64_t> count() { return std::nullopt; }
    /// The number of rows that start() would give, without reading them; nullopt if the source
    /// cannot count. Ignores max_features and offset.
    [[nodiscard]] virtual std::optional<std::int64_t> count(Query const& /*query*/)
    {
        return std::nullopt;
    }
    /// Whether the source supports Query::order.
    [[nodiscard]] virtual bool sorts() const noexcept { return false; }
    /// Whether start() supports the offset of this query. Others return the rows before it, too.
    [[nodiscard]] virtual bool skips(Query const& /*query*/) const noexcept { return sorts(); }
    /// Starts the query and returns without waiting for rows, so that a database works on all
    /// layers of a map at once. Source and Services must outlive the cursor.
    [[nodiscard]] virtual std::unique_ptr<FeatureCursor> start(Query const& query) = 0;
    /// A validator of the data: a text that differs whenever start() could give other rows than
    /// before. nullopt if the source cannot provide a reliable one, which is the default.
    /// \param versions shared by all sources of a request
    [[nodiscard]] virtual std::optional<std::string> version(DataVersions& /*versions*/)
    {
        return std::nullopt;
    }
    /// Has a database plan what start() sends, so that it reports what is wrong with it; sources
    /// without a database do nothing.
    virtual void try_plan(Query const& /*query*/) {}
    /// A description of start() for people: SQL, index use, what is filtered here.
    [[nodiscard]] virtual std::string explain(Query const& query) = 0;
};

} // namespace ms::source
