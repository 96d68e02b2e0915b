// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads layers of CONNECTIONTYPE OGR and FLATGEOBUF with GDAL.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

#include <string_view>

namespace ms::source::ogr {

/// The name of the attribute with the feature's own style: STYLEITEM "AUTO".
inline constexpr std::string_view style_field = "OGR_STYLE";

/// Whether a layer names a file of GDAL's formats, judged by its keywords.
[[nodiscard]] bool is_file(mapfile::Layer const& layer);

/// CONNECTION (of FLATGEOBUF also DATA) names the file: absolute, below SHAPEPATH or below the
/// mapfile's folder; "file,2" is the layer with that number; "/vsizip/", "/vsitar/" and "/vsigzip/"
/// may stand before it, and a name in the archive behind it; or it is a VRT
/// ("<OGRVRTDataSource>..."), whose sources are such files. DATA is a layer's name, its number, or
/// SQL ("SELECT ..."). CONNECTIONOPTIONS go to the format. \throws Error{BadMapfile} when there is
/// no such file or it would have to come from elsewhere
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

/// The CRS that the file names, of a layer with PROJECTION AUTO: "EPSG:4326", or WKT. "": it does
/// not say. Opens the file. \throws Error as open()
[[nodiscard]] std::string crs_of(mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::source::ogr
