// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// FILTER of GetMap and GetFeatureInfo, MapServer's own parameter that filters the features of the
/// layers.

#include "base/xml.hpp"

#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// "(<Filter>...</Filter>)(...)": one for each layer in LAYERS, in parentheses, which a single
/// filter may omit.
/// \param count number of layers
/// \returns one <Filter> per layer, without name and children if empty; an empty vector without
/// FILTER
/// \throws Error{BadRequest} for invalid XML and if the counts differ
[[nodiscard]] std::vector<XmlNode> parse_filters(std::string_view value, std::size_t count);

} // namespace ms::ows::wms
