// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the formats of GetFeature.

#include "mapfile/model/map.hpp"
#include "ows/features/gml_geometry.hpp"
#include "ows/wfs/request.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

enum class FormatKind : std::uint8_t { Gml, GeoJson, File, Template };

struct Format {
    FormatKind kind = FormatKind::Gml;
    Gml gml = Gml::V321;
    std::string content_type{};
    mapfile::OutputFormat const* file = nullptr; ///< of File and Template: of the map
};

[[nodiscard]] bool is_template(mapfile::OutputFormat const& format);

/// OUTPUTFORMATs with DRIVER "OGR/..." or "TEMPLATE" that wfs_getfeature_formatlist of a layer,
/// else of the map, names, in its order.
[[nodiscard]] std::vector<mapfile::OutputFormat const*> file_formats(mapfile::Map const& map,
                                                                     mapfile::Layer const& layer);

/// Whether a layer's features are given as GeoJSON without an OUTPUTFORMAT for that: unless a
/// wfs_getfeature_formatlist leaves "geojson" out.
[[nodiscard]] bool has_geojson(mapfile::Map const& map, mapfile::Layer const& layer);
inline constexpr std::string_view geojson_type = "application/geo+json";

/// OUTPUTFORMAT as one of GML, by the names of all versions; "" is the version's own.
[[nodiscard]] std::optional<Format> find_gml_format(std::string_view name, Version version);

/// OUTPUTFORMAT by a name or a MIME type.
/// \throws WfsException for one that the layer does not give
[[nodiscard]] Format find_format(mapfile::Map const& map, mapfile::Layer const& layer,
                                 std::string_view name, Version version);

/// The format of an answer, the same for all its layers.
/// \param layers  numbers of layers of the map; none if only ids were sent, and no feature has them
/// \throws WfsException for one that they do not give
[[nodiscard]] Format answer_format(mapfile::Map const& map, Request const& request,
                                   std::span<std::size_t const> layers);

} // namespace ms::ows::wfs
