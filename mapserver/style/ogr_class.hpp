// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Feature style strings of OGR as classes of the map.

#include "mapfile/model/map.hpp"

#include <cstdint>
#include <string_view>

namespace ms::style {

enum class Pens : std::uint8_t {
    AreLines,
    AreOutlines, ///< of polygons, which a COLOR would fill
};

/// What a text may be.
enum class StyleTexts : std::uint8_t {
    OfAll,
    OfOgr, ///< feature style strings only
};

/// Where a feature is drawn.
struct OgrContext {
    Pens pens = Pens::AreLines;  ///< what PEN is in the layer
    double ground_per_pixel = 0; ///< units of the map in a pixel of DEFRESOLUTION; 0: not known
    StyleTexts texts = StyleTexts::OfAll;
};

/// OGR Feature Style Specification 0.018: PEN, BRUSH, SYMBOL and LABEL, read as MapServer does with
/// GDAL. Lengths are in pixels of the image: its RESOLUTION and the layer's scale do not matter.
/// Symbols and fonts are those of the map. What is not a tool is skipped.
[[nodiscard]] mapfile::Class parse_ogr_class(mapfile::Map const& map, std::string_view text,
                                             OgrContext const& context);

} // namespace ms::style
