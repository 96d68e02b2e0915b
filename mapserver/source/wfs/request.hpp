// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONNECTIONTYPE WFS: builds requests from a layer's keywords.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ms::source::wfs {

enum class Version : std::uint8_t { V100, V110, V200 };

/// The server of one layer.
struct Server {
    std::string url; ///< CONNECTION, else wfs_onlineresource; may hold a user's name
    Version version = Version::V100;
    std::string type_name;
    std::string crs_name; ///< "EPSG:25832": wfs_srs, else PROJECTION; empty: the server's own
    crs::Definition crs;
    std::string format;              ///< wfs_outputformat; empty: the server's GML
    std::string filter;              ///< wfs_filter, XML
    std::string geometry;            ///< wfs_geometryname: operand of a filter's BBOX
    std::optional<int> max_features; ///< wfs_maxfeatures
};

/// \throws LayerError{BadMapfile} naming the keyword or key that is missing or wrong
[[nodiscard]] Server server_of(mapfile::Map const& map, mapfile::Layer const& layer);

/// GetFeature of the features in a box of the layer's CRS, or of all.
/// \param max_features negative: all that wfs_maxfeatures allows
[[nodiscard]] std::string get_feature_url(Server const& server,
                                          std::optional<geometry::Box> const& box,
                                          std::int64_t max_features);

} // namespace ms::source::wfs
