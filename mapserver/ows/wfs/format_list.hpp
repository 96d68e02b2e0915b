// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists the formats of features in mapfiles and in the standard.

#include "mapfile/model/map.hpp"
#include "ows/wfs/request.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

/// wfs_getfeature_formatlist of a layer, else of the map; nullptr when there is none.
[[nodiscard]] std::string const* format_list(mapfile::Map const& map, mapfile::Layer const& layer);

/// The names of GML in a version, its own one first.
[[nodiscard]] std::span<std::string_view const> gml_formats(Version version) noexcept;

/// OUTPUTFORMATs that wfs_getfeature_formatlist of a layer, else of the map, names.
[[nodiscard]] std::vector<mapfile::OutputFormat const*> listed_formats(mapfile::Map const& map,
                                                                       mapfile::Layer const& layer);

} // namespace ms::ows::wfs
