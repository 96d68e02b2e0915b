// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Features of WFS as GeoJSON (RFC 7946), appended to a text.

#include "ows/wfs/gml_feature.hpp"

#include <span>
#include <string>

namespace ms::ows::wfs {

/// {"type":"Feature",...} with the id that GML would have. Numbers and truth values are such where
/// the source says so; NULL is null. Coordinates are x, y.
/// \param fields of the batch
void append_geojson(std::string& out, FeatureForm const& form, FeatureRow const& row,
                    std::span<feature::Field const> fields);

} // namespace ms::ows::wfs
