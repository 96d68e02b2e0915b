// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads a layer's rows from PostGIS.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/postgis/link/pool.hpp"
#include "source/postgis/link/table_cache.hpp"
#include "source/postgis/rows/table.hpp"
#include "source/postgis/sql/fetch.hpp"
#include "source/services.hpp"

#include <vector>

namespace ms::source::postgis {

/// The input of a source: settings at a scale, because SCALETOKEN may change DATA with it.
class PostgisSource final : public FeatureSource {
public:
    using SettingsAt = std::function<LayerSettings(double scale_denominator)>;

    /// `services` must outlive the source.
    PostgisSource(SettingsAt settings_at, Services const& services);

    [[nodiscard]] feature::Schema const& schema() override;
    [[nodiscard]] std::optional<geometry::Box> extent() override;
    [[nodiscard]] std::optional<std::int64_t> count() override;
    [[nodiscard]] std::optional<std::int64_t> count(Query const& query) override;
    [[nodiscard]] bool sorts() const noexcept override { return true; }
    [[nodiscard]] std::unique_ptr<FeatureCursor> start(Query const& query) override;
    [[nodiscard]] std::optional<std::string> version(DataVersions& versions) override;
    void try_plan(Query const& query) override;
    [[nodiscard]] std::string explain(Query const& query) override;

private:
    /// All rows: a sub-select with !BOX! runs without a box.
    [[nodiscard]] Table whole_table() const;

    SettingsAt m_settings_at;
    Services const& m_services;
    SharedFacts m_facts; ///< keeps the result of schema() alive
};

/// Connects to the databases of these layers at the same time, if there are several; the other
/// layers may have sources of any kind. Errors are those of whoever reads a layer.
/// \throws Error{Limit} when the deadline passes first
void reach(mapfile::Map const& map, std::vector<mapfile::Layer const*> const& layers,
           Services const& services);

/// Reads CONNECTION, DATA, PROCESSING, BINDVALS and SCALETOKENs of a layer; sends no query yet.
/// \throws Error{BadMapfile} naming the layer and the place
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::postgis
