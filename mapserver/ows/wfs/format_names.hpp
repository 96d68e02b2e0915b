// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Names the formats of features as capabilities and requests write them.

#include "mapfile/model/map.hpp"
#include "ows/wfs/request.hpp"

#include <string>
#include <vector>

namespace ms::ows::wfs {

/// The formats that capabilities announce for a layer: GML, then those of
/// wfs_getfeature_formatlist, by MIME types; by names if there is no MIME type and in 1.0.0.
[[nodiscard]] std::vector<std::string> format_names(mapfile::Map const& map,
                                                    mapfile::Layer const& layer, Version version);

} // namespace ms::ows::wfs
