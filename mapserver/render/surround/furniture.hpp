// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Settings of legends, scale bars and reference maps.

#include "mapfile/model/map.hpp"
#include "paint/canvas.hpp"
#include "render/core/legend_request.hpp"
#include "render/core/map_image.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace ms::render {

/// The format that furniture is drawn with.
struct FurnitureSetting {
    paint::CanvasKind const* canvas = nullptr;
    bool is_transparent = false; ///< else on IMAGECOLOR
    /// The format of a MapImage: one of the canvas's documents; empty: pixels.
    std::string_view document{};
};

/// The setting for furniture that is a separate image.
/// \param is_transparent TRANSPARENT of the furniture; unset: as the format's. Written into the
///        format, so that the file declares the same.
/// \throws Error{BadMapfile} for a driver this build lacks
[[nodiscard]] FurnitureSetting setting_of(mapfile::OutputFormat& format,
                                          std::optional<bool> is_transparent);

/// Makes a canvas for a MapImage, and reads the result.
[[nodiscard]] std::unique_ptr<paint::Canvas> canvas_for(FurnitureSetting const& setting,
                                                        paint::CanvasOptions options);
[[nodiscard]] MapImage finished(paint::Canvas& canvas, FurnitureSetting const& setting);

} // namespace ms::render
