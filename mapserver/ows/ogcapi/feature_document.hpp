// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes features as JSON values for templates; GeoJSON documents are written as text.

#include "feature/batch.hpp"
#include "ows/features/geojson.hpp"
#include "ows/ogcapi/answer.hpp"

#include <cstddef>

namespace ms::ows::ogcapi {

/// One feature of a column as a geometry of RFC 7946, or null.
[[nodiscard]] Json geometry_value(geometry::GeometryColumn const& column, std::size_t feature,
                                  JsonCoordinates const& form);

/// A number or boolean if the type says so, null for NULL, else a string.
[[nodiscard]] Json attribute_value(feature::TextColumn const& column, std::size_t row,
                                   feature::FieldType type);

} // namespace ms::ows::ogcapi
