// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// STYLEITEM: parses styles that travel with the features.

#include "mapfile/model/map.hpp"
#include "style/ogr_class.hpp"

#include <optional>
#include <string_view>

namespace ms::style {

/// Reads one feature's style: mapfile text ("STYLE ... END", several of them, or "CLASS ... END"
/// of which styles, labels, TEXT and LEADER count), or a feature style string of OGR (OGR Feature
/// Style Specification 0.018: PEN, BRUSH, SYMBOL and LABEL). Symbols and fonts are those of the
/// map; nothing else is read, whatever the text names.
///
/// \returns what the feature is drawn with instead of its layer's class; nothing for what is none
/// of these or does not parse
/// \param context with StyleTexts::OfOgr, mapfile text is not read
[[nodiscard]] std::optional<mapfile::Class>
parse_feature_style(mapfile::Map const& map, std::string_view text, OgrContext const& context = {});

} // namespace ms::style
