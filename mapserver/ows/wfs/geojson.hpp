// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Appends features of WFS as GeoJSON (RFC 7946).

#include "ows/features/gml_feature.hpp"

#include <span>
#include <string>

namespace ms::ows::wfs {

/// {"type":"Feature",...} with the id that GML would have. Values are numbers and booleans if the
/// source says so; NULL is null. Coordinates are x, y.
/// \param fields of the batch
void append_geojson(std::string& out, FeatureForm const& form, FeatureRow const& row,
                    std::span<feature::Field const> fields);

} // namespace ms::ows::wfs
