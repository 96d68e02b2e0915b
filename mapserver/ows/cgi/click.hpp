// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses what a CGI client points at: a place on the last image or in the world.

#include "geometry/column.hpp"
#include "http/parameters.hpp"
#include "mapfile/model/map.hpp"
#include "render/core/viewport.hpp"

#include <optional>

namespace ms::ows::cgi {

/// In map units; imgxy, imgbox and imgshape (pixels of the last image, which imgext and imgsize
/// describe) are converted to coordinates, and so are degrees (see from_degrees()).
struct Click {
    /// imgxy, img.x and img.y; mapxy; refxy, ref.x and ref.y. Later ones have priority.
    std::optional<geometry::Point> point{};
    bool is_on_image = false;           ///< the point: imgxy, img.x and img.y
    bool is_of_image = false;           ///< the last of them, or a box or shape on the image
    std::optional<geometry::Box> box{}; ///< imgbox, mapext, around a point
    bool has_own_box = false;           ///< the box: imgbox or mapext, the area of queries
    std::optional<double> buffer{};     ///< around mapxy, map units
    std::optional<geometry::GeometryColumn> shape{}; ///< imgshape, mapshape: one polygon, or WKT
    render::ViewportRequest view{}; ///< of the last image, or of mapext, scaledenom and mapsize
    /// Size of the image to draw: imgsize is that of the last image.
    std::optional<mapfile::Size> drawn_size{};
};

/// \throws ServiceException for invalid values
[[nodiscard]] Click parse_click(http::Parameters const& parameters, mapfile::Map const& map);

/// As in MapServer, mapxy and mapext in a map that is not in degrees are treated as longitude and
/// latitude if they are in range.
[[nodiscard]] geometry::Point from_degrees(geometry::Point const& point, mapfile::Map const& map);
[[nodiscard]] geometry::Box from_degrees(geometry::Box const& box, mapfile::Map const& map);

/// What lies within a distance of a point in x and in y.
[[nodiscard]] geometry::Box box_of_buffer(geometry::Point const& middle, double distance);

/// Applies zoom (or zoomdir times zoomsize) to a view around a point: 2 shows half the width, -2
/// twice.
[[nodiscard]] geometry::Box zoomed(geometry::Box const& extent, geometry::Point const& center,
                                   double zoom) noexcept;

/// zoom, unless that is 1, else a direction times zoomsize, within -25 and 25; 1 without
/// parameters. \param direction of the mode: 1 into the map, -1 out of it; 0: of zoomdir \throws
/// ServiceException
[[nodiscard]] double zoom_of(http::Parameters const& parameters, int direction = 0);

/// The box that scaledenom, else buffer, defines around a point; nullopt without either.
/// \throws ServiceException
[[nodiscard]] std::optional<geometry::Box> box_around(geometry::Point const& middle,
                                                      http::Parameters const& parameters,
                                                      render::Viewport const& view);

/// The resulting view: a click on the image becomes its centre, and zoom makes it smaller or
/// larger.
struct ClickedView {
    render::Viewport view;
    geometry::Box requested; ///< [rawext]: before it is fitted to the proportions of the image
    std::optional<geometry::Point> point{}; ///< [mapx], [mapy]: the clicked one; with a limit of
                                            ///< scale, the middle of the view
};

/// clicked_view() as a request, without limits of scale.
[[nodiscard]] render::ViewportRequest clicked_request(Click const& click, mapfile::Map const& map,
                                                      double zoom);

[[nodiscard]] ClickedView clicked_view(Click const& click, mapfile::Map const& map, double zoom);

} // namespace ms::ows::cgi
