// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Resolves the names of SRS and CRS.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "ows/common/offered_systems.hpp"
#include "ows/wms/version.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// A client's SRS or CRS as a definition. Offered names, AUTO/AUTO2 and (1.3.0) CRS:84, 83 and 27
/// are the only ones that reach PROJ.
/// \param layers the requested ones, indexes into Map::layers: a name that the map does not offer
///        must be offered by every one of them
/// \throws ServiceException with the code InvalidSRS or InvalidCRS
[[nodiscard]] crs::Definition find_system(std::string_view name, Version version,
                                          mapfile::Map const& map,
                                          std::span<std::size_t const> layers);

/// A projection centred where the client requests (OGC 01-068r3, Annex E; OGC 06-042, Annex B) as a
/// PROJ string. \param text "AUTO:42001,9001,10,50" or "AUTO2:42001,1,10,50"
/// \return "" when it is malformed or unknown
[[nodiscard]] std::string automatic_projection(std::string_view text);

/// A box between the axis order of the protocol and ours (x east, y north): swaps the axes for CRSs
/// whose authority says north, east, from version 1.3.0 on. Its own inverse.
[[nodiscard]] geometry::Box in_protocol_order(geometry::Box const& box,
                                              crs::Definition const& system,
                                              Version version) noexcept;

} // namespace ms::ows::wms
