// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The changes that a request makes to a map. The map itself is never modified.

#include "expr/expression.hpp"
#include "image/color.hpp"
#include "mapfile/model/common.hpp"
#include "mapfile/model/layer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ms::render {

/// One layer of a request.
struct LayerChoice {
    std::size_t layer = 0;   ///< index into Map::layers
    std::string class_group; ///< instead of CLASSGROUP; empty: as in the mapfile
    expr::Expression filter; ///< ANDed to the layer's FILTER (TIME, dimensions)
    expr::Expression
        requested_filter; ///< of a request; it chooses among clusters, if there are any
    /// Which part of the layer `filter` selects, if that depends on more than the map and the
    /// request: on a catalogue.
    std::string part{};
    /// A copy of the layer with changes, which is drawn instead: null, the layer of the map.
    std::shared_ptr<mapfile::Layer const> changed{};
};

struct Selection; // render/core/selection.hpp

/// How labels with collision detection are handled: those of layers with LABELCACHE.
enum class CachedLabels : std::uint8_t {
    Drawn,
    LeftOut,
    Alone, ///< only the labels
};

/// Which pixels of a raster NEAREST takes.
enum class NearestRule : std::uint8_t {
    BelowCentres, ///< of the pixels of the image: images on one lattice agree, a map with its tiles
    Stretched, ///< as MapServer: a file in the map's CRS without RESAMPLE by StretchedAxis, else...
    Reduced,   ///< by ReducedAxis
};

struct Overrides {
    /// Draws these in this order, regardless of STATUS ON/OFF. Unset: layers that are ON or
    /// DEFAULT. Scale limits, EXTENT and REQUIRES still apply.
    std::optional<std::vector<LayerChoice>> layers;
    std::optional<image::Color> background; ///< instead of IMAGECOLOR
    std::optional<bool> is_transparent;     ///< instead of the output format's TRANSPARENT
    bool embeds_furniture = true;           ///< LEGEND and SCALEBAR with STATUS EMBED
    NearestRule nearest_rule = NearestRule::BelowCentres;
    CachedLabels cached_labels = CachedLabels::Drawn;
    /// The default of PROCESSING "LABEL_ANCHOR=WORLD" for layers without the keyword: the image is
    /// one of those that others are put together from.
    bool has_world_labels = false;
    /// Plans layers for any part of the world: ignores EXTENT, MINGEOWIDTH and MAXGEOWIDTH. Such a
    /// plan describes a scale, and is not for drawing.
    bool is_anywhere = false;
    /// The result of a query, shown as in QUERYMAP; null: the map alone.
    std::shared_ptr<Selection const> results;
    mapfile::StringMap substitutions; ///< request parameters for %name%, checked by VALIDATION
};

} // namespace ms::render
