// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONNECTIONTYPE WMS: reads what a layer declares about the server whose maps it shows.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "source/remote/access.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ms::source::wms {

/// 1.0.7 is treated as 1.1.0, as in MapServer.
enum class Version : std::uint8_t { V100, V110, V111, V130 };

/// A CRS that the server offers.
struct OfferedCrs {
    std::string name; ///< as requests name it
    crs::Definition crs;
};

/// The server of one layer.
struct Server {
    std::string url; ///< CONNECTION, else wms_onlineresource; may hold a user's name
    Version version = Version::V111;
    std::string names;  ///< wms_name: one layer of the server, or several between commas
    std::string style;  ///< wms_style, one per name
    std::string format; ///< wms_format, or the first readable one of wms_formatlist
    std::vector<OfferedCrs> systems;  ///< wms_srs, else PROJECTION; one at least
    remote::Parameters more;          ///< SLD, SLD_BODY, TIME, BGCOLOR, TRANSPARENT, dimensions
    std::string exceptions;           ///< wms_exceptions_format; empty: not sent
    bool is_essential = false;        ///< the map fails when the server does
    bool is_separate = false;         ///< wms_force_separate_request
    std::optional<geometry::Box> box; ///< wms_extent, EXTENT or wms_latlonboundingbox
    crs::Definition box_crs;          ///< of it
};

/// Whether a layer shows the maps of another server.
[[nodiscard]] inline bool is_cascaded(mapfile::Layer const& layer) noexcept
{
    return layer.connection_type == mapfile::ConnectionType::Wms;
}

/// \throws LayerError{BadMapfile} naming the keyword or key that is missing or wrong
[[nodiscard]] Server server_of(mapfile::Map const& map, mapfile::Layer const& layer);

/// A request for the server's part of one image.
struct PickRequest {
    OfferedCrs system;
    geometry::Box box; ///< outer edges of the pixels, x before y
    int width = 0;     ///< pixels
    int height = 0;    ///< pixels
};

/// Parameters that all requests for maps have. GetMap of 1.0.0 is called "map".
[[nodiscard]] remote::Parameters map_parameters(Server const& server, PickRequest const& request);

/// \param names, styles of one or several layers of the same server
[[nodiscard]] std::string get_map_url(Server const& server, PickRequest const& request);

/// Whether the images of two layers can be requested as one: everything is the same except for
/// names and styles.
[[nodiscard]] bool is_same_server(Server const& a, Server const& b);

/// A queried pixel.
struct Point {
    int x = 0; ///< pixels of the requested map
    int y = 0; ///< pixels
    int count = 1;
    std::string format; ///< INFO_FORMAT
};

[[nodiscard]] std::string get_feature_info_url(Server const& server, PickRequest const& request,
                                               Point const& point);

/// \param scale scale denominator; 0: not sent
[[nodiscard]] std::string get_legend_graphic_url(Server const& server, std::string const& format,
                                                 double scale);

} // namespace ms::source::wms
