// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the parameters of a GetMap request.

#include "base/xml.hpp"
#include "http/parameters.hpp"
#include "image/color.hpp"
#include "mapfile/model/map.hpp"
#include "ows/wms/version.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// The parameters of a GetMap request; names are not resolved yet.
struct GetMap {
    Version version = Version::V130;
    std::vector<std::string> layers;
    std::vector<std::string> styles; ///< one per layer; "" is the default style
    std::string system;              ///< SRS or CRS
    std::array<double, 4> bbox{};    ///< in the protocol's axis order, min before max
    mapfile::Size size{};
    std::string format;
    std::optional<bool> is_transparent;
    std::optional<image::Color> background;
    bool bbox_is_pixel_centres = false; ///< BBOX_PIXEL_IS_POINT
    std::optional<double> resolution;   ///< pixels per inch
    std::optional<double> angle;        ///< degrees that the map is turned by
    std::optional<std::string> time;    ///< as given; empty is not the same as left out
    std::vector<XmlNode> filters;       ///< FILTER: empty, or one per layer
    bool is_tiled = false;              ///< TILED: one of many images laid side by side
};

/// The operation for which the parameters of a map are parsed.
enum class MapUse : std::uint8_t { Image, FeatureInfo };

/// \param use queries need no FORMAT
/// \param map for MAXSIZE and the metadata that loosen or tighten the rules
/// \throws ServiceException naming the parameter that is missing or wrong
[[nodiscard]] GetMap parse_get_map(http::Parameters const& parameters, mapfile::Map const& map,
                                   MapUse use = MapUse::Image);

/// Its parts, for who checks them in another order.
/// \throws ServiceException
[[nodiscard]] std::vector<std::string> parse_layers(http::Parameters const& parameters,
                                                    mapfile::Map const& map, Version version);
/// One per layer; missing commas are accepted if all names are empty, as in MapServer.
[[nodiscard]] std::vector<std::string>
parse_styles(http::Parameters const& parameters, mapfile::Map const& map, std::size_t layer_count);
[[nodiscard]] std::array<double, 4> parse_bbox(std::string const& text);
/// WIDTH or HEIGHT, up to MAXSIZE.
[[nodiscard]] int parse_length(std::string_view text, int limit);
void check_exception_format(http::Parameters const& parameters, Version version);

} // namespace ms::ows::wms
