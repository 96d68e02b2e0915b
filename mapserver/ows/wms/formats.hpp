// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists and finds the output formats of GetMap and GetLegendGraphic.

#include "mapfile/model/map.hpp"

#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// Those that GetMap offers: all this build can write, or those wms_getmap_formatlist names by MIME
/// type or name.
[[nodiscard]] std::vector<mapfile::OutputFormat> map_formats(mapfile::Map const& map);

/// By MIME type, or by name if no format list forbids it.
/// \throws ServiceException InvalidFormat
[[nodiscard]] mapfile::OutputFormat find_map_format(mapfile::Map const& map, std::string_view text);

/// Those that GetLegendGraphic offers: all that hold pixels, or of those the ones that
/// wms_getlegendgraphic_formatlist names.
[[nodiscard]] std::vector<mapfile::OutputFormat> legend_formats(mapfile::Map const& map);

/// As find_map_format(); documents (SVG, PDF) as well. \throws ServiceException InvalidFormat
[[nodiscard]] mapfile::OutputFormat find_legend_format(mapfile::Map const& map,
                                                       std::string_view text);

} // namespace ms::ows::wms
