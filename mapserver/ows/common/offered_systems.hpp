// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists the CRSs that a map or a layer is offered in.

#include "mapfile/model/map.hpp"
#include "ows/common/metadata.hpp"

#include <string>
#include <vector>

namespace ms::ows {

/// "EPSG:4326" where PROJECTION names a code, in any spelling; else "".
[[nodiscard]] std::string authority_code_of(mapfile::Projection const& projection);

/// The words of *_srs, else the EPSG code of PROJECTION.
[[nodiscard]] std::vector<std::string> offered_systems(mapfile::Map const& map,
                                                       mapfile::StringMap const& metadata,
                                                       mapfile::Projection const& projection,
                                                       Service service = Service::Wms);

} // namespace ms::ows
