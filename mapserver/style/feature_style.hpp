// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// STYLEITEM: parses styles that travel with the features.

#include "mapfile/model/map.hpp"
#include "style/ogr_class.hpp"
#include "style/scaling.hpp"

#include <optional>
#include <string_view>

namespace ms::style {

/// What a feature is drawn with instead of its layer's class.
struct FeatureStyle {
    mapfile::Class drawn;
    /// RESOLUTION and the layer's SIZEUNITS and SYMBOLSCALEDENOM count, as in MapServer since 8.4.
    /// The lengths of OGR style strings are pixels already.
    bool has_layer_scale = true;
};

/// Reads one feature's style: mapfile text ("STYLE ... END", several of them, or "CLASS ... END"
/// of which styles, labels, TEXT and LEADER count), or a feature style string of OGR (OGR Feature
/// Style Specification 0.018: PEN, BRUSH, SYMBOL and LABEL). Symbols and fonts are those of the
/// map; nothing else is read, whatever the text names.
///
/// \returns nothing for a text of another kind, or an invalid one
/// \param context with StyleTexts::OfOgr, mapfile text is not read
[[nodiscard]] std::optional<FeatureStyle>
parse_feature_style(mapfile::Map const& map, std::string_view text, OgrContext const& context = {});

/// \param of_layer of its layer's classes
[[nodiscard]] Scaling scaling_of(FeatureStyle const& style, Scaling const& of_layer) noexcept;

} // namespace ms::style
