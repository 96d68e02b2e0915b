// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers mode=tile: squares of the world in spherical Mercator.

#include "geometry/types.hpp"
#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "render/core/viewport.hpp"

namespace ms::ows::cgi {

inline constexpr int deepest_zoom = 30; ///< columns and rows stay within int

/// A tile of the scheme of Google Maps: row 0 is the northernmost.
struct Tile {
    int column = 0;
    int row = 0;
    int zoom = 0; ///< 2^zoom tiles to a side
    friend bool operator==(Tile const&, Tile const&) = default;
};

/// tile "x y z" (tilemode gmap, the default), or a quadkey (tilemode ve).
/// \throws ServiceException for an invalid tile
[[nodiscard]] Tile parse_tile(http::Parameters const& parameters);

/// The part of the world that a square of `count` x `count` tiles covers, edge to edge, in metres.
[[nodiscard]] geometry::Box tile_extent(Tile const& upper_left, int count) noexcept;

/// A tile of 256 pixels.
[[nodiscard]] render::Viewport view_of_tile(mapfile::Map const& map, Tile const& tile);

/// The format that imagetype names, else the map's.
/// \throws ServiceException for documents that are not of tiles
[[nodiscard]] mapfile::OutputFormat tile_format(Call const& call);

/// Draws one tile of 256 pixels. With WEB METADATA tile_metatile_level (0 to 2) it is cut from a
/// image of 1, 4 or 16, with tile_map_edge_buffer pixels around it: labels at its edges are
/// whole.
[[nodiscard]] http::Response draw_tile(Call const& call);

} // namespace ms::ows::cgi
