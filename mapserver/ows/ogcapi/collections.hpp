// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Publishes layers as collections, with the CRSs of their features.

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

/// \throws ServiceException for an unknown name
[[nodiscard]] std::size_t find_collection(mapfile::Map const& map, std::string_view name);

/// "<root>/collections/<name>".
[[nodiscard]] std::string collection_address(Call const& call, mapfile::Layer const& layer);

[[nodiscard]] std::string title_of(mapfile::Layer const& layer);
[[nodiscard]] std::string description_of(mapfile::Layer const& layer);

/// The document of GET /collections/{id}.
[[nodiscard]] Json describe_collection(Call const& call, mapfile::Layer const& layer);

/// "EPSG:32615" ... besides CRS84: oga_srs, else PROJECTION, of the layer, else of the map.
[[nodiscard]] std::vector<std::string> system_codes(mapfile::Map const& map,
                                                    mapfile::Layer const& layer);

/// A CRS as clients name it.
struct NamedSystem {
    std::string uri;
    crs::Definition crs;
    bool is_north_east = false;
};

/// CRS84, the default of the standard.
[[nodiscard]] NamedSystem default_crs();

/// The CRS of a parameter, if the collection offers it; the default without the parameter. \throws
/// ServiceException for another CRS
[[nodiscard]] NamedSystem system_of(http::Request const& request, std::string_view parameter,
                                    mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::ows::ogcapi
