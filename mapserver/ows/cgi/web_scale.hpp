// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The scales that WEB MINSCALEDENOM and MAXSCALEDENOM allow the CGI modes.

#include "render/core/viewport.hpp"

#include <optional>
#include <string>

namespace ms::ows::cgi {

/// The box that an image shows around a point at a scale.
[[nodiscard]] geometry::Box box_of_scale(geometry::Point const& middle, double denominator,
                                         render::Viewport const& view);

struct ScaledView {
    render::Viewport view;
    /// Set if a limit changed the view: the point that pages are about then, as in MapServer.
    std::optional<geometry::Point> middle;
};

/// make_viewport(), but a scale beyond a limit becomes the limit, around the same middle. A limit
/// with a template of its own, MINTEMPLATE or MAXTEMPLATE, leaves the view as it is.
/// test_web_scale.cpp holds it to MapServer.
/// \throws Error as make_viewport()
[[nodiscard]] ScaledView view_within_scales(mapfile::Map const& map,
                                            render::ViewportRequest const& request);

/// MINTEMPLATE or MAXTEMPLATE if the scale of a page is beyond its limit, else "".
[[nodiscard]] std::string const& template_beyond_scale(mapfile::Web const& web,
                                                       double denominator) noexcept;

/// MINTEMPLATE or MAXTEMPLATE if the scale of a page is beyond its limit, else TEMPLATE.
[[nodiscard]] std::string const& template_at_scale(mapfile::Web const& web,
                                                   double denominator) noexcept;

} // namespace ms::ows::cgi
