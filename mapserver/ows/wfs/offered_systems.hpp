// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists the CRSs in which feature types are offered.

#include "mapfile/model/map.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

/// The words of wfs_srs, else the EPSG code of the PROJECTION: of the map, else of the layer. The
/// first one is the default.
[[nodiscard]] std::vector<std::string> offered_systems(mapfile::Map const& map,
                                                       mapfile::Layer const& layer);

/// "urn:ogc:def:crs:EPSG::4326" of "EPSG:4326"; other names stay as they are.
[[nodiscard]] std::string as_urn(std::string_view name);

} // namespace ms::ows::wfs
