// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads METADATA for OWS operations: first with a service's prefix, then with "ows_".

#include "mapfile/model/map.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

/// The services with a prefix for METADATA.
enum class Service : std::uint8_t { Wms, Wfs, Wcs, Oga, Wmts };

/// "wms_", "wfs_", "wcs_", "wmts_" or, of OGC API, "oga_".
[[nodiscard]] std::string_view prefix_of(Service service) noexcept;

/// The value of "wms_<key>" or "wfs_<key>", else of "ows_<key>", else nullptr.
[[nodiscard]] std::string const* find_of(Service service, mapfile::StringMap const& metadata,
                                         std::string_view key);

/// find_of(), or "" if it finds nothing. The view lives as long as the metadata.
[[nodiscard]] std::string_view value_of(Service service, mapfile::StringMap const& metadata,
                                        std::string_view key);

/// The value of "wms_<key>", else of "ows_<key>", else nullptr.
[[nodiscard]] std::string const* find_wms(mapfile::StringMap const& metadata, std::string_view key);

/// The value of "wms_<key>", else "gml_<key>", else "ows_<key>", else nullptr: for the GML of
/// GetFeatureInfo.
[[nodiscard]] std::string const* find_gml(mapfile::StringMap const& metadata, std::string_view key);

/// find_wms(), or "" if it finds nothing. The view lives as long as the metadata.
[[nodiscard]] std::string_view wms_value(mapfile::StringMap const& metadata, std::string_view key);

/// Whether the value is set to "true", "yes", "on" or "1".
[[nodiscard]] bool is_wms_set(mapfile::StringMap const& metadata, std::string_view key);
[[nodiscard]] bool is_set(Service service, mapfile::StringMap const& metadata,
                          std::string_view key);

/// ows_compliance_mode "true": the standard's test suite has priority over MapServer's behaviour.
[[nodiscard]] bool is_compliance_mode(mapfile::Map const& map);

/// The URL of OGC's schemas: *_schemas_location, else "http://schemas.opengis.net".
[[nodiscard]] std::string schemas_location(mapfile::Map const& map, Service service = Service::Wms);

/// The pieces of a list between commas (keywords, formats), trimmed, without empty ones.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text);

} // namespace ms::ows
