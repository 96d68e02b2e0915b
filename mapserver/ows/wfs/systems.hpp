// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Resolves the CRSs of WFS coordinates, with their axis order.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "ows/wfs/request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

/// The names of the possible CRSs of answers, "EPSG:4326" ...: those that capabilities offer, the
/// first of which is the default, then the PROJECTIONs of the map and of the layer. Each once; may
/// be empty.
[[nodiscard]] std::vector<std::string> system_names(mapfile::Map const& map,
                                                    mapfile::Layer const& layer);

struct System {
    crs::Definition crs;        ///< undefined: coordinates are those of the data
    std::string srs_name;       ///< as the version writes it: a URN in 2.0.0
    bool is_north_east = false; ///< never in 1.0.0
};

/// \throws WfsException for an SRSNAME that is not one of those names; not in 1.0.0, which has no
/// such parameter
void check_system(mapfile::Map const& map, mapfile::Layer const& layer, Version version,
                  std::string_view srs_name);

/// The CRS of answers: SRSNAME if it is one of those names, else the default.
[[nodiscard]] System answer_system(mapfile::Map const& map, mapfile::Layer const& layer,
                                   Version version, std::string_view srs_name);

/// "EPSG:4326" in the spelling of the version.
[[nodiscard]] std::string srs_name_of(std::string_view code, Version version);

/// BBOX in x, y with its CRS. Without a fifth member this is, as in MapServer, the first CRS of the
/// map's wfs_srs or ows_srs in 2.0.0, with its axis order; otherwise that of `answer`, x first.
/// \throws WfsException for an unknown CRS
struct PlacedBox {
    geometry::Box box;
    crs::Definition crs;
};
[[nodiscard]] PlacedBox place_box(BoundingBox const& box, Version version, mapfile::Map const& map,
                                  System const& answer);

} // namespace ms::ows::wfs
