// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// ELEVATION and other dimensions of layers: wms_dimensionlist and what it names.

#include "expr/expression.hpp"
#include "http/parameters.hpp"
#include "mapfile/model/layer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// wms_<name>_item, _units, _extent and _default of one name in wms_dimensionlist. Views live as
/// long as the layer's metadata.
struct Dimension {
    std::string name{};
    std::string_view item{};
    std::string_view units{};
    std::string_view extent{}; ///< "1,2,3", "1/10" or a list of both
    std::string_view default_value{};
};

/// The dimensions of a layer that have an item, units and an extent.
[[nodiscard]] std::vector<Dimension> dimensions_of(mapfile::Layer const& layer);

/// The condition that ELEVATION= and DIM_<name>= put on a layer: values and ranges within the
/// extents. Without a value the default holds, and without a default nothing.
/// \throws ServiceException InvalidDimensionValue
[[nodiscard]] expr::Expression dimension_filter(mapfile::Layer const& layer,
                                                http::Parameters const& parameters);

} // namespace ms::ows::wms
