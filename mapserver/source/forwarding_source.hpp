// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Base of sources that change one aspect of another source and forward everything else.

#include "source/feature_source.hpp"

#include <memory>
#include <utility>

namespace ms::source {

/// Forwards every function to the wrapped source.
class ForwardingSource : public FeatureSource {
public:
    explicit ForwardingSource(std::unique_ptr<FeatureSource> source) : m_source(std::move(source))
    {}

    feature::Schema const& schema() override { return m_source->schema(); }
    std::optional<geometry::Box> extent() override { return m_source->extent(); }
    std::optional<std::int64_t> count() override { return m_source->count(); }
    std::optional<std::int64_t> count(Query const& query) override
    {
        return m_source->count(query);
    }
    [[nodiscard]] bool sorts() const noexcept override { return m_source->sorts(); }
    [[nodiscard]] bool skips(Query const& query) const noexcept override
    {
        return m_source->skips(query);
    }
    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        return m_source->start(query);
    }
    std::optional<std::string> version(DataVersions& versions) override
    {
        return m_source->version(versions);
    }
    void try_plan(Query const& query) override { m_source->try_plan(query); }
    std::string explain(Query const& query) override { return m_source->explain(query); }

protected:
    [[nodiscard]] FeatureSource& wrapped() noexcept { return *m_source; }

private:
    std::unique_ptr<FeatureSource> m_source;
};

} // namespace ms::source
