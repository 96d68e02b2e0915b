// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Settings of legends, scale bars and reference maps.

#include "mapfile/model/map.hpp"
#include "paint/canvas.hpp"
#include "render/core/map_image.hpp"
#include "render/core/overrides.hpp"
#include "style/scaling.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace ms::render {

class ClassHits; // render/query/class_hits.hpp

/// What furniture is drawn with.
struct FurnitureSetting {
    paint::CanvasKind const* canvas = nullptr;
    bool is_transparent = false; ///< else on IMAGECOLOR
    /// What a MapImage is written as: one of the canvas's documents; empty: pixels.
    std::string_view document{};
};

/// The setting for furniture that is a separate image.
/// \param is_transparent TRANSPARENT of the furniture; unset: as the format's. Written into the
///        format, so that the file declares the same.
/// \throws Error{BadMapfile} for a driver this build lacks
[[nodiscard]] FurnitureSetting setting_of(mapfile::OutputFormat& format,
                                          std::optional<bool> is_transparent);

/// A canvas for a MapImage, and what it has become.
[[nodiscard]] std::unique_ptr<paint::Canvas> canvas_for(FurnitureSetting const& setting,
                                                        paint::CanvasOptions options);
[[nodiscard]] MapImage finished(paint::Canvas& canvas, FurnitureSetting const& setting);

/// What a legend is to show.
struct LegendRequest {
    /// As Overrides::layers. The rows begin with the last layer, which is on top of the map.
    std::optional<std::vector<LayerChoice>> layers;
    double scale_denominator = 0;          ///< 0: whatever the scale
    double resolution = 72;                ///< pixels per inch
    std::optional<mapfile::Size> key_size; ///< instead of KEYSIZE
    ClassHits const* hits = nullptr;       ///< classes of the map to be shown; nullptr: all
    mapfile::StringMap substitutions;      ///< as Overrides::substitutions
    /// Of the map that the legend is embedded in: icons are then as large as there.
    std::optional<style::ImageScale> embedded_in{};
};

/// What a map draws into itself.
struct EmbeddedFurniture {
    std::optional<LegendRequest> legend;
    bool has_scale_bar = false;
};

} // namespace ms::render
