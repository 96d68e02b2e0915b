// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds output formats, those of the mapfile and the built-in ones, and encodes with them.

#include "image/encoder.hpp"
#include "mapfile/model/map.hpp"
#include "paint/canvas.hpp"
#include "render/core/map_image.hpp"
#include "render/core/transparency.hpp"

#include <string_view>
#include <vector>

namespace ms {
class Trace; // base/trace.hpp
}

namespace ms::render {

/// The mapfile's OUTPUTFORMATs with their driver's defaults filled in, then MapServer's built-in
/// ones (png, jpeg, png8, png24 ...) that this build can write and the mapfile does not redefine.
[[nodiscard]] std::vector<mapfile::OutputFormat> output_formats(mapfile::Map const& map);

/// By name or MIME type, case-insensitive, for WMS FORMAT and IMAGETYPE; "" gives the map's
/// default.
/// \throws Error{BadRequest} for an unknown format
[[nodiscard]] mapfile::OutputFormat find_output_format(mapfile::Map const& map,
                                                       std::string_view name);

/// The document that the format's painter writes itself, to be given as CanvasOptions::document;
/// empty: the format encodes pixels. \throws as canvas_of()
[[nodiscard]] std::string_view document_of(mapfile::OutputFormat const& format);

/// Whether the answer is a document of the features of layers, in place of an image: KML, UTFGrid,
/// vector tiles.
[[nodiscard]] bool writes_features(mapfile::OutputFormat const& format);

/// Whether this build has the format's driver.
[[nodiscard]] bool is_supported(mapfile::OutputFormat const& format);

/// The canvas of the format's driver. \throws Error{BadMapfile} for a driver this build lacks
[[nodiscard]] paint::CanvasKind const& canvas_of(mapfile::OutputFormat const& format);

/// The format to encode with: AGG/MIXED selects one of two others, depending on whether the image
/// has transparent pixels. \throws Error{BadRequest} if the selected name is unknown
[[nodiscard]] mapfile::OutputFormat
chosen_format(mapfile::Map const& map, mapfile::OutputFormat const& format, MapImage const& image);

/// Adds a line for every FORMATOPTION that has no effect.
void note_unused_options(mapfile::Map const& map, mapfile::OutputFormat const& format,
                         std::vector<std::string>& notes);

/// The purpose of an encoded image.
struct Encoding {
    int dpi = 72;
    image::Effort effort = image::Effort::Stored; ///< used unless the format sets it
    Trace* trace = nullptr;                       ///< gets Stage::Encode, and how a PNG is packed
};

/// The image as a file of the format. \throws as canvas_of()
[[nodiscard]] std::vector<std::uint8_t>
encode(MapImage const& image, mapfile::OutputFormat const& format, Encoding const& encoding = {});
/// Encodes pixels as a file of the format; a document contains them as an image.
[[nodiscard]] std::vector<std::uint8_t> encode(image::BitmapView const& pixels,
                                               mapfile::OutputFormat const& format,
                                               Encoding const& encoding = {});

} // namespace ms::render
