// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Names the formats of features as capabilities and requests write them.

#include "mapfile/model/map.hpp"
#include "ows/wfs/request.hpp"

#include <string>
#include <vector>

namespace ms::ows::wfs {

/// What capabilities say of a layer: GML, then what wfs_getfeature_formatlist names, by MIME types,
/// or by names where there is none and in 1.0.0.
[[nodiscard]] std::vector<std::string> format_names(mapfile::Map const& map,
                                                    mapfile::Layer const& layer, Version version);

} // namespace ms::ows::wfs
