// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses geometries of GeoJSON (RFC 7946) in filters.

#include "geometry/column.hpp"

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace ms::cql2 {

/// One feature, its coordinates as written; heights are dropped.
/// \throws Error{BadRequest} for malformed geometries and for a GeometryCollection
[[nodiscard]] std::shared_ptr<geometry::GeometryColumn const>
read_geojson(nlohmann::json const& object);

} // namespace ms::cql2
