// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The formats that features are given in, and their names.

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

/// What a client calls a format: its MIME type, else its name; in 1.0.0 always the name.
[[nodiscard]] std::string_view public_name(mapfile::OutputFormat const& format,
                                           Version version) noexcept;

} // namespace ms::ows::wfs
