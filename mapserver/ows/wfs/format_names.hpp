// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Names the formats of features as capabilities and requests write them.

#include "mapfile/model/map.hpp"
#include "ows/wfs/request.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

/// The names of GML in a version, its own one first.
[[nodiscard]] std::span<std::string_view const> gml_formats(Version version) noexcept;

/// OUTPUTFORMATs that wfs_getfeature_formatlist of a layer, else of the map, names.
[[nodiscard]] std::vector<mapfile::OutputFormat const*> listed_formats(mapfile::Map const& map,
                                                                       mapfile::Layer const& layer);

/// The formats that capabilities announce for a layer: GML, then those of
/// wfs_getfeature_formatlist, by MIME types; by names if there is no MIME type and in 1.0.0.
[[nodiscard]] std::vector<std::string> format_names(mapfile::Map const& map,
                                                    mapfile::Layer const& layer, Version version);

} // namespace ms::ows::wfs
