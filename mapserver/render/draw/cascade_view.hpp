// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes what to request from another server for an image of this one.

#include "raster/band.hpp"
#include "render/core/viewport.hpp"
#include "source/wms/server.hpp"

#include <optional>

namespace ms::render {

/// An image of the other server and its position.
struct CascadeView {
    source::wms::PickRequest requested;
    /// Its pixels are pixels of ours, the first one here; nullopt: they are resampled.
    std::optional<geometry::Point> at;
    raster::GeoTransform to_world{}; ///< its pixels to the CRS of the server

    [[nodiscard]] bool is_resampled() const noexcept { return !at.has_value(); }
};

/// In the CRS of the view if the server offers it, for the view's own pixels, cut to the server's
/// extent; else in the CRS of the layer or the first of the list, with square pixels as large as
/// those of the view, at most 4096 on a side. nullopt if the view shows nothing of the server.
[[nodiscard]] std::optional<CascadeView> cascade_view(source::wms::Server const& server,
                                                      crs::Definition const& layer_crs,
                                                      Viewport const& view);

/// The same for a query of one pixel: in a CRS other than the view's, a few pixels around it.
/// `requested.width / 2` and `height / 2` are the pixel there; in the view's CRS it is the pixel
/// itself.
struct CascadePoint {
    source::wms::PickRequest requested;
    int x = 0;
    int y = 0;
};
[[nodiscard]] std::optional<CascadePoint> cascade_point(source::wms::Server const& server,
                                                        crs::Definition const& layer_crs,
                                                        Viewport const& view,
                                                        geometry::Point pixel);

} // namespace ms::render
