// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The part of the world that an image shows.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "style/scaling.hpp"

#include <optional>
#include <span>

namespace ms::render {

struct Viewport {
    geometry::Box
        extent;     ///< map CRS, from pixel centre to pixel centre (reference: mapfile, EXTENT)
    int width = 0;  ///< pixels
    int height = 0; ///< pixels
    crs::Definition crs;    ///< of the map; undefined: no reprojection
    double resolution = 72; ///< pixels per inch
    double def_resolution = 72;
    double cell_size_x = 0; ///< map units per pixel
    double cell_size_y = 0;
    double inches_per_unit = 39.3701; ///< of the map units
    double scale_denominator = 0;
    int edge_buffer = 0;  ///< pixels around the image whose points are drawn too
    double angle_rad = 0; ///< MAP ANGLE: turns the map around its middle, clockwise
    /// The extent begins at the edges of pixels, not in centres, as MapServer draws vectors with
    /// non-square pixels; rasters are unaffected.
    bool counts_from_edges = false;
};

/// The scale that sizes of layers depend on.
[[nodiscard]] style::ImageScale image_scale(Viewport const& view) noexcept;

/// The part of the map that the image and `margin_px` around it show, in the map's CRS.
[[nodiscard]] geometry::Box seen_of(Viewport const& view, double margin_px);

/// The same of vectors: where they count from the edges of pixels, the last column and row reach a
/// pixel further.
[[nodiscard]] geometry::Box vectors_seen_of(Viewport const& view, double margin_px);

/// The same through the centres of the outer pixels.
[[nodiscard]] geometry::Box centres_seen_of(Viewport const& view);

/// The width and height of a pixel in the units of a layer: extents end in the centres of pixels.
/// \param in_layer `seen` in the layer's CRS
[[nodiscard]] geometry::Point pixel_of(geometry::Box const& in_layer, geometry::Box const& seen,
                                       Viewport const& view);

/// Turns map coordinates, as MapServer before they become pixels, which need not be square, so that
/// world_to_pixel() with the viewport's extent draws a turned map.
void turn(Viewport const& view, std::span<geometry::Point> points);

/// Pixels per inch.
inline constexpr double min_resolution = 10;
inline constexpr double max_resolution = 1000;

/// What becomes of an extent in which the pixels of the image are not square.
enum class PixelAspect {
    Square, ///< it grows until they are
    Oblong, ///< unchanged; vectors count from the edges of pixels, as with MapServer's MS_NONSQUARE
    AsGiven, ///< unchanged
};

/// The view that a request defines; unset values come from the map.
struct ViewportRequest {
    std::optional<geometry::Box> extent; ///< pixel centre to pixel centre
    std::optional<mapfile::Size> size;
    std::optional<crs::Definition> crs;
    std::optional<double> resolution; ///< pixels per inch
    std::optional<double> angle;      ///< degrees, instead of ANGLE
    std::optional<int> max_size;      ///< pixels of a side, instead of MAXSIZE
    int edge_buffer = 0;              ///< pixels
    PixelAspect aspect = PixelAspect::Square;
};

/// The view of the mapfile itself: with CONFIG "MS_NONSQUARE" pixels may be oblong.
[[nodiscard]] ViewportRequest view_of_mapfile(mapfile::Map const& map);

/// PROJECTION of the map. \throws Error that names its place
[[nodiscard]] crs::Definition map_crs(mapfile::Map const& map);

/// \throws Error{BadRequest} when extent or size are missing or senseless, Error{Limit} beyond
/// MAXSIZE
[[nodiscard]] Viewport make_viewport(mapfile::Map const& map, ViewportRequest const& request);

} // namespace ms::render
