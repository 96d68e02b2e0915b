// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which client may call which operation on which layer: *_enable_request, address lists.

#include "mapfile/model/map.hpp"
#include "ows/common/metadata.hpp"

#include <optional>
#include <string_view>

namespace ms::ows {

/// Whether a list such as "* !GetFeatureInfo" allows an operation; nullopt if it does not mention
/// it. Words compare without case; a name has priority over the star in any position.
[[nodiscard]] std::optional<bool> listed(std::string_view list, std::string_view operation);

/// The first list that mentions it: the layer's wms_ (or wfs_), then ows_enable_request, the map's
/// wms_, then ows_enable_request. Disabled if no list mentions it, and for layers of TYPE RASTER
/// that the service does not draw.
[[nodiscard]] bool is_enabled(mapfile::Map const& map, mapfile::Layer const& layer,
                              std::string_view operation, Service service = Service::Wms);

/// Whether the map itself enables the operation: capabilities list it.
[[nodiscard]] bool is_enabled_for_all(mapfile::Map const& map, std::string_view operation,
                                      Service service = Service::Wms);

/// Whether a layer enables the operation, itself or by the map's list. False without layers.
[[nodiscard]] bool is_enabled_for_any(mapfile::Map const& map, std::string_view operation,
                                      Service service);

/// Whether the map, or one of its layers, enables the operation.
[[nodiscard]] bool is_enabled(mapfile::Map const& map, std::string_view operation,
                              Service service = Service::Wms);

/// Whether wms_ (or wfs_), else ows_denied_ip_list does not name an address and the
/// _allowed_ip_list, if there is one, does. Lists hold addresses and networks (10.0.0.0/8,
/// 2001:db8::/32) between blanks or commas, or "file:<path>" of such a list, relative to the
/// mapfile. A list that cannot be read denies.
[[nodiscard]] bool is_address_allowed(mapfile::Map const& map, std::string_view address,
                                      Service service = Service::Wms);

/// Whether is_address_allowed() depends on the address, for any service.
[[nodiscard]] bool has_address_lists(mapfile::Map const& map);

} // namespace ms::ows
