// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads layers whose DATA names a shapefile.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"
#include "source/shapefile/dataset.hpp"

namespace ms::source::shapefile {

/// The properties of the layer that a source needs.
struct LayerContext {
    mapfile::Map const& map;
    mapfile::Layer const& layer;
    Services const& services;
    ErrorContext context;
};

/// The path without extension that a name in DATA or TILEINDEX refers to: absolute, below SHAPEPATH
/// or below the mapfile's folder, whichever exists. As in MapServer everything from the last dot on
/// is an extension: tile indexes of ogrtindex contain "west.shp,0".
[[nodiscard]] std::filesystem::path find_stem(mapfile::Map const& map, std::string_view name);

/// Whether there is a .shp of that path.
[[nodiscard]] bool has_shapefile(std::filesystem::path const& stem);

/// One shapefile as a source.
class Source final : public FeatureSource {
public:
    /// \throws Error{BadMapfile} when the layer's ENCODING is unknown
    Source(std::shared_ptr<Dataset const> dataset, LayerContext context);

    feature::Schema const& schema() override { return m_schema; }
    std::optional<geometry::Box> extent() override;
    std::unique_ptr<FeatureCursor> start(Query const& query) override;
    std::optional<std::string> version(DataVersions& versions) override;
    std::string explain(Query const& query) override;

private:
    [[nodiscard]] std::vector<std::size_t> columns_of(std::span<std::string const> names) const;

    std::shared_ptr<Dataset const> m_dataset;
    LayerContext m_context;
    std::string m_encoding; ///< empty: attributes are passed on as they are
    feature::Schema m_schema;
};

/// The layer's DATA. \throws Error{Source}, Error{BadMapfile}
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

/// Whether a layer of CONNECTIONTYPE OGR reads a shapefile, judged by its keywords: CONNECTION is a
/// .shp, or a folder in which DATA is one. False for SQL in DATA.
[[nodiscard]] bool is_shapefile_of_ogr(mapfile::Layer const& layer);

/// Opens that shapefile, which is searched like that of DATA. \throws as open()
[[nodiscard]] std::unique_ptr<FeatureSource>
open_of_ogr(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::shapefile
