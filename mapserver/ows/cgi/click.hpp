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
/// tell about) have become coordinates, degrees (see from_degrees()) too.
struct Click {
    /// imgxy, img.x and img.y; mapxy; refxy, ref.x and ref.y. Each counts more than those before.
    std::optional<geometry::Point> point{};
    bool is_on_image = false;           ///< the point: imgxy, img.x and img.y
    bool is_of_image = false;           ///< the last of them, or a box or shape on the image
    std::optional<geometry::Box> box{}; ///< imgbox, mapext, around a point
    bool has_own_box = false;           ///< the box: imgbox or mapext, which queries ask about
    std::optional<double> buffer{};     ///< around mapxy, map units
    std::optional<geometry::GeometryColumn> shape{}; ///< imgshape, mapshape: one polygon, or WKT
    render::ViewportRequest view{}; ///< the last image, or what mapext, scaledenom and mapsize say
    /// Size of the image to draw: imgsize is that of the last image.
    std::optional<mapfile::Size> drawn_size{};
};

/// \throws ServiceException for invalid values
[[nodiscard]] Click parse_click(http::Parameters const& parameters, mapfile::Map const& map);

/// As MapServer, mapxy and mapext in a map that is not in degrees itself are taken for longitude
/// and latitude when they could be.
[[nodiscard]] geometry::Point from_degrees(geometry::Point const& point, mapfile::Map const& map);
[[nodiscard]] geometry::Box from_degrees(geometry::Box const& box, mapfile::Map const& map);

/// The view that zoom (or zoomdir times zoomsize) makes of a view around a point: 2 shows half the
/// width, -2 twice.
[[nodiscard]] geometry::Box zoomed(geometry::Box const& extent, geometry::Point const& center,
                                   double zoom) noexcept;

/// zoom, unless that is 1, else a direction times zoomsize, within -25 and 25; 1 without
/// parameters. \param direction of the mode: 1 into the map, -1 out of it; 0: of zoomdir \throws
/// ServiceException
[[nodiscard]] double zoom_of(http::Parameters const& parameters, int direction = 0);

/// What scaledenom, else buffer, shows around a point: nothing when neither is given.
/// \throws ServiceException
[[nodiscard]] std::optional<geometry::Box> box_around(geometry::Point const& middle,
                                                      http::Parameters const& parameters,
                                                      render::Viewport const& view);

/// What the map shows then: a click on the image moves its middle there, and zoom makes it
/// smaller or larger.
struct ClickedView {
    render::Viewport view;
    geometry::Box asked; ///< [rawext]: before it is fitted to the proportions of the image
};

[[nodiscard]] ClickedView clicked_view(Click const& click, mapfile::Map const& map, double zoom);

} // namespace ms::ows::cgi
