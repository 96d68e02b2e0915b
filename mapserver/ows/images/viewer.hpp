// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a page that shows a map: template=openlayers of BROWSE, FORMAT=application/openlayers of
/// GetMap.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ms::ows {

/// The URL of an image of the page: every pair is a parameter, {extent}, {width} and {height} stand
/// for the visible part.
struct Viewer {
    std::string title;
    std::vector<std::pair<std::string, std::string>> parameters;
    std::string extent_separator = " "; ///< between the numbers of {extent}
    bool is_northing_first = false;     ///< of {extent}
    crs::Definition system;
    geometry::Box extent; ///< initial view, in that CRS
};

/// OpenLayers comes from MS_OPENLAYERS_JS_URL and MS_OPENLAYERS_CSS_URL; without them the page is
/// self-contained and pans the map itself. Content-Security-Policy forbids other scripts, and
/// everything from the request is escaped.
[[nodiscard]] http::Response viewer_page(Call const& call, Viewer const& viewer);

} // namespace ms::ows
