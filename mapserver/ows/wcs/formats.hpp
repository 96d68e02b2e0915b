// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The formats that coverages are given in.

#include "mapfile/model/map.hpp"
#include "ows/wcs/coverage.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wcs {

/// All formats of the map that hold the pixels of one image.
[[nodiscard]] std::vector<mapfile::OutputFormat> coverage_formats(mapfile::Map const& map);

/// Their MIME types, each once, for capabilities.
[[nodiscard]] std::vector<std::string> mime_types(mapfile::Map const& map);

/// Those that wcs_formats of a layer names; GeoTIFF without it.
[[nodiscard]] std::vector<mapfile::OutputFormat> formats_of(mapfile::Map const& map,
                                                            mapfile::Layer const& layer);

/// By name or MIME type, without case.
[[nodiscard]] std::optional<mapfile::OutputFormat> find_format(mapfile::Map const& map,
                                                               std::string_view text);

/// The MIME type of METADATA native_format, else of the first OUTPUTFORMAT whose driver writes the
/// format of the coverage's file; "" if none does.
[[nodiscard]] std::string native_format(mapfile::Map const& map, Coverage const& coverage);

} // namespace ms::ows::wcs
