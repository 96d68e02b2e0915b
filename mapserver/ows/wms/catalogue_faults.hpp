// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds what is wrong with the METADATA of catalogues, without asking a database.

#include "mapfile/model/map.hpp"

#include <string>
#include <vector>

namespace ms::ows::wms {

/// Sentences for the mapfile's author.
[[nodiscard]] std::vector<std::string> catalogue_faults(mapfile::Map const& map,
                                                        mapfile::Layer const& layer);

} // namespace ms::ows::wms
