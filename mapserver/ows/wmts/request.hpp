// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses WMTS requests: parameters and paths.

#include "http/request.hpp"
#include "mapfile/model/map.hpp"
#include "ows/common/call.hpp"
#include "ows/images/tile_matrix_set.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wmts {

/// How a request reached us: a path that leads nowhere is not found, where a parameter is invalid.
enum class Binding : std::uint8_t { Parameters, Path };

/// A tile, or a pixel on it, found in the grids of a map.
struct TileRequest {
    std::string layer;
    std::string style;
    std::string format;      ///< a MIME type
    std::string info_format; ///< of GetFeatureInfo
    TileMatrixSet set;
    std::size_t matrix = 0; ///< index into set.matrices
    int column = 0;
    int row = 0;
    int pixel_x = 0; ///< of GetFeatureInfo: I
    int pixel_y = 0; ///< J

    [[nodiscard]] TileMatrix const& level() const { return set.matrices[matrix]; }
};

/// Whether the request wants a tile, or the features at a pixel of it.
enum class TileUse : std::uint8_t { Image, FeatureInfo };

/// \throws WmtsException naming the parameter that is missing or wrong
[[nodiscard]] TileRequest parse_tile(Call const& call, TileUse use);

/// The parameters of a path: 1.0.0/WMTSCapabilities.xml, and
/// 1.0.0/{layer}/{style}/{dimension ...}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}, with
/// /{J}/{I} behind it for features; an extension names the format, without one it is the first.
/// Those of the query are appended.
/// \throws WmtsException if it is no such path
[[nodiscard]] http::Parameters parameters_of_path(Call const& call);

/// The extension of a MIME type in paths, without the dot; "" if it has none.
[[nodiscard]] std::string_view info_extension(std::string_view mime_type) noexcept;

} // namespace ms::ows::wmts
