// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the length and the texts of the scale bar, and draws it.

#include "base/error.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"
#include "render/surround/furniture.hpp"

#include <string>

namespace ms::render {

/// The widths and heights that decide where the texts of a scale bar go.
struct BarText {
    double digit_width = 0;  ///< pixels
    double digit_height = 0; ///< pixels
};

/// A scale bar in pixels; (0, 0) is the upper left corner of its image.
struct ScaleBarLayout {
    int width = 0;
    int height = 0;
    int left = 0;           ///< of the bar
    int interval_px = 0;    ///< length of one interval
    double interval = 0;    ///< the same in UNITS
    double text_middle = 0; ///< from the top to the middle of the texts

    /// The number at the beginning of interval i; the last one, at the end of the bar, with UNITS.
    [[nodiscard]] std::string number(int i) const;
};

/// A round length that does not exceed `length` by more than rounding to one or two digits does.
[[nodiscard]] double round_interval(double length) noexcept;

/// Not even the shortest bar has room.
class ScaleBarTooSmall : public Error {
public:
    using Error::Error;
};

/// Makes the bar as long as SIZE allows, in steps of five pixels until its texts have room, too.
/// \throws ScaleBarTooSmall
/// \throws Error{BadMapfile} when the map has no UNITS of length
[[nodiscard]] ScaleBarLayout lay_out_scale_bar(mapfile::ScaleBar const& bar, Viewport const& view,
                                               BarText const& text);

/// Whether the bar is on its own ground, if that is not left to the format of the map: in MapServer
/// cairo has none without IMAGECOLOR or TRANSPARENT, whatever the format says.
[[nodiscard]] std::optional<bool> transparency_of(mapfile::ScaleBar const& bar,
                                                  paint::CanvasKind const& canvas);

/// The image of a map's SCALEBAR.
[[nodiscard]] image::Bitmap draw_scale_bar(mapfile::Map const& map, Viewport const& view,
                                           FurnitureSetting setting, Services const& services);
/// The same, as a document where the format is one (SVG, PDF).
[[nodiscard]] MapImage scale_bar_image(mapfile::Map const& map, Viewport const& view,
                                       FurnitureSetting const& setting, Services const& services);

} // namespace ms::render
