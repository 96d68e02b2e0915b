// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Where the query modes search, and the view that their pages show.

#include "ows/cgi/click.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::cgi {

struct QueryView {
    Click click;
    render::Viewport searched;       ///< TOLERANCE in pixels means its own
    bool ignores_scale = false;      ///< layers outside their limits of scale are searched, too
    render::ViewportRequest request; ///< of what the page shows
    render::Viewport shown;          ///< the same
    bool fits = false; ///< the extent to the proportions of SIZE, also if no map is drawn
};

/// Searches and shows what was clicked on. As in MapServer, the scale is that of the image that was
/// clicked on: without one, limits of scale do not count.
[[nodiscard]] QueryView as_clicked(Call const& call);
/// Around the clicked point, which becomes the middle.
[[nodiscard]] QueryView around_click(Call const& call, double zoom);
/// In featurequery, as in MapServer, the page shows the map, or mapext, whatever was clicked on and
/// in whatever scale; TOLERANCE in pixels means these, or those of the image that was clicked on.
/// Limits of scale do not count.
[[nodiscard]] QueryView in_own_pixels(Call const& call);
/// Of a mode that uses no places: also for a map without EXTENT. What lies on an image does not
/// count, as in MapServer.
[[nodiscard]] QueryView without_image(Call const& call);

/// As in MapServer, a search by shapes fits the extent to the size of the map, also if none is
/// drawn or a query map has another size.
[[nodiscard]] QueryView fitted(QueryView view);

/// As it was requested, else that of the map: before it is fitted to the proportions of SIZE.
[[nodiscard]] geometry::Box unfitted_extent(QueryView const& view, mapfile::Map const& map);

} // namespace ms::ows::cgi
