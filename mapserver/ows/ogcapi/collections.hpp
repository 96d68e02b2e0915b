// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Layers as collections, and the CRSs their features are given in.

#include "crs/definition.hpp"
#include "ows/ogcapi/answer.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::ogcapi {

/// Indexes into Map::layers of those that are published, in mapfile order.
[[nodiscard]] std::vector<std::size_t> collections(mapfile::Map const& map);

/// \throws ServiceException where there is none of this name
[[nodiscard]] std::size_t find_collection(mapfile::Map const& map, std::string_view name);

/// "<root>/collections/<name>".
[[nodiscard]] std::string collection_address(Call const& call, mapfile::Layer const& layer);

[[nodiscard]] std::string title_of(mapfile::Layer const& layer);
[[nodiscard]] std::string description_of(mapfile::Layer const& layer);

/// What GET /collections/{id} tells.
[[nodiscard]] Json describe_collection(Call const& call, mapfile::Layer const& layer);

/// "EPSG:32615" ... beside CRS84: oga_srs, else PROJECTION, of the layer, else of the map.
[[nodiscard]] std::vector<std::string> system_codes(mapfile::Map const& map,
                                                    mapfile::Layer const& layer);

/// A system as clients name it.
struct NamedSystem {
    std::string uri;
    crs::Definition crs;
    bool is_north_east = false;
};

/// CRS84, which holds where none is named.
[[nodiscard]] NamedSystem default_crs();

/// The system of a parameter, if it is one of the collection's; without the parameter the usual.
/// \throws ServiceException for another one
[[nodiscard]] NamedSystem system_of(http::Request const& request, std::string_view parameter,
                                    mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::ows::ogcapi
