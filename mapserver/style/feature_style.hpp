// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// STYLEITEM: parses styles that travel with the features.

#include "mapfile/model/map.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ms::style {

enum class Pens : std::uint8_t {
    AreLines,
    AreOutlines, ///< of polygons, which a COLOR would fill
};

/// Reads one feature's style: mapfile text ("STYLE ... END", several of them, or "CLASS ... END",
/// of which only styles, labels, TEXT and LEADER are used), or a feature style string of OGR (OGR
/// Feature Style Specification 0.018: PEN, BRUSH, SYMBOL and LABEL). Symbols and fonts are those of
/// the map; the text cannot load any others.
///
/// \returns the class that replaces the layer's class for the feature; nullopt for an invalid style
/// \param pens the meaning of OGR's PEN in the layer
[[nodiscard]] std::optional<mapfile::Class>
parse_feature_style(mapfile::Map const& map, std::string_view text, Pens pens = Pens::AreLines);

} // namespace ms::style
