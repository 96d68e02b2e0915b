// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Forwards queries of layers of other servers (CONNECTIONTYPE WMS) to those servers.

#include "http/response.hpp"
#include "image/bitmap.hpp"
#include "ows/common/call.hpp"
#include "render/core/viewport.hpp"

#include <optional>
#include <span>
#include <string>

namespace ms::ows::wms {

/// What a client requests about a pixel.
struct CascadedQuestion {
    std::span<std::size_t const> layers; ///< into Map::layers
    geometry::Point pixel;
    int feature_count = 1;
    std::string format; ///< INFO_FORMAT; empty: text/plain
};

/// Whether all of these layers are drawn by other servers. \throws WmsException LayerNotQueryable
/// when some are: no answer has two formats, as in MapServer
[[nodiscard]] bool are_cascaded(mapfile::Map const& map, std::span<std::size_t const> layers);

/// The unchanged answer of the server, in any format. Its errors are logged.
/// \throws WmsException LayerNotQueryable if the layers belong to several servers; LayerError
[[nodiscard]] http::Response cascaded_feature_info(Call const& call, render::Viewport const& view,
                                                   CascadedQuestion const& question);

/// The server's legend of a layer that has no classes. \throws LayerError
[[nodiscard]] image::Bitmap cascaded_legend(Call const& call, mapfile::Layer const& layer,
                                            double scale_denominator);

} // namespace ms::ows::wms
