// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The raster layers of a map as coverages: their grids and bands.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "ows/common/call.hpp"
#include "ows/common/metadata.hpp"
#include "raster/band.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wcs {

/// The grid and the bands of a layer, by its METADATA or its file.
struct Coverage {
    std::size_t index = 0; ///< of the layer
    mapfile::Layer const* layer = nullptr;
    std::string system_name; ///< "EPSG:4326": the first of wcs_srs, else of PROJECTION
    crs::Definition system;  ///< of the extent
    geometry::Box extent;    ///< from edge to edge
    raster::Size size;       ///< pixels
    double cell_x = 0;       ///< of a pixel, in units of the CRS; > 0
    double cell_y = 0;       ///< > 0
    std::size_t bands = 1;
    raster::SampleType type = raster::SampleType::Float32; ///< Byte, Int16 or Float32
    bool is_from_file = false;                             ///< not from METADATA
    std::string driver{};                   ///< GDAL's name of the file's format; of the file only
    std::optional<geometry::Box> degrees{}; ///< geographic_extent(), where it is known already
};

/// The layers that an operation may use: local ones of TYPE RASTER. Indexes.
[[nodiscard]] std::vector<std::size_t> coverage_layers(mapfile::Map const& map,
                                                       std::string_view operation);
/// By wcs_name or NAME, without case. A map may have thousands of layers: names cost less than
/// rules.
[[nodiscard]] std::optional<std::size_t>
find_coverage(mapfile::Map const& map, std::string_view name, std::string_view operation);
/// wcs_name, else NAME: the identifier of 1.0.
[[nodiscard]] std::string_view old_name(mapfile::Layer const& layer);

/// The CRSs that the coverage is given in: wcs_srs of the layer, else its PROJECTION, else the
/// same of the map.
[[nodiscard]] std::vector<std::string> systems_of(mapfile::Map const& map,
                                                  mapfile::Layer const& layer);

/// wcs_extent with wcs_size or wcs_resolution, else the file.
/// \throws WcsException, LayerError when neither describes it
[[nodiscard]] Coverage coverage_of(Call const& call, std::size_t layer);

/// Longitudes and latitudes on WGS 84 that contain it. \throws WcsException if it has none
[[nodiscard]] geometry::Box geographic_extent(Coverage const& coverage);

/// Whether coordinates of a CRS are written north first. \param system that is meant, or another
/// one of the same map
[[nodiscard]] bool is_north_first(std::string_view system_name, crs::Definition const& system);

/// A value of the layer's METADATA, "" if the layer does not set it.
[[nodiscard]] std::string_view value_of(Coverage const& coverage, std::string_view key);

/// The names of its bands: wcs_band_names, else numbered ones.
[[nodiscard]] std::vector<std::string> band_names(Coverage const& coverage);

} // namespace ms::ows::wcs
