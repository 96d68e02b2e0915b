// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What an image of this server needs of another server's.

#include "raster/band.hpp"
#include "render/core/viewport.hpp"
#include "source/wms/server.hpp"

#include <optional>

namespace ms::render {

/// One image of the other server and where it goes.
struct CascadeView {
    source::wms::PickRequest wanted;
    /// Its pixels are pixels of ours, the first one here; nothing: they are resampled.
    std::optional<geometry::Point> at;
    raster::GeoTransform to_world{}; ///< its pixels to the CRS of the server

    [[nodiscard]] bool is_resampled() const noexcept { return !at.has_value(); }
};

/// In the CRS of the view where the server offers it, for the view's own pixels, cut to what the
/// server has; else in that of the layer or the first of the list, with square pixels as large as
/// those of the view, at most 4096 on a side. Nothing when there is nothing of the server to see.
[[nodiscard]] std::optional<CascadeView> cascade_view(source::wms::Server const& server,
                                                      crs::Definition const& layer_crs,
                                                      Viewport const& view);

/// The same for a question about one pixel: in a CRS that is not the view's, a few pixels around
/// it. `wanted.width / 2` and `height / 2` are the pixel there; in the view's CRS it is the pixel
/// itself.
struct CascadePoint {
    source::wms::PickRequest wanted;
    int x = 0;
    int y = 0;
};
[[nodiscard]] std::optional<CascadePoint> cascade_point(source::wms::Server const& server,
                                                        crs::Definition const& layer_crs,
                                                        Viewport const& view,
                                                        geometry::Point pixel);

} // namespace ms::render
