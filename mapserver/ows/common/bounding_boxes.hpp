// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the extents of maps and layers in the CRSs they are offered in.

#include "crs/transformation.hpp"
#include "geometry/types.hpp"
#include "ows/common/call.hpp"
#include "ows/common/metadata.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ms::ows {

/// An extent and the CRS of its coordinates.
struct Place {
    geometry::Box box;
    crs::Definition system;
};

/// "minx miny maxx maxy", also with commas; nullopt if it is no box.
[[nodiscard]] std::optional<geometry::Box> parse_extent(std::string_view text);

/// wms_extent, else EXTENT, of the map.
[[nodiscard]] std::optional<Place> extent_of(mapfile::Map const& map);

/// wms_ (or wfs_) extent, else EXTENT, else the map's EXTENT if `fallback_to_map_extent` says so,
/// else the extent that the source knows without reading all its data. A failing source is logged:
/// capabilities must not fail with it.
[[nodiscard]] std::optional<Place> extent_of(Call const& call, mapfile::Layer const& layer,
                                             Service service = Service::Wms);

/// The box that METADATA *_extent, else EXTENT, gives a layer, in the CRS of its PROJECTION or the
/// map's. nullopt without one, or if only the data know the CRS.
[[nodiscard]] std::optional<Place> written_extent_of(mapfile::Map const& map,
                                                     mapfile::Layer const& layer,
                                                     Service service = Service::Wms);

/// Connects at the same time to the databases whose extents the documents about these layers
/// contain: several that do not answer cost one time-out together.
/// \return the layers whose sources are going to be asked
std::vector<mapfile::Layer const*>
reach_sources_of_extents(Call const& call, std::vector<mapfile::Layer const*> layers,
                         Service service);

/// The extents that the sources of a map's layers report where METADATA and EXTENT give none: a
/// text that differs whenever one of them does. Layers that capabilities do not list are left out.
[[nodiscard]] std::string source_extents(Call const& call, Service service = Service::Wms);

/// Transforms many boxes; caches its transformations, which are costly to set up.
class BoxTransformer {
public:
    /// \param data of the map, for the names of CRSs
    explicit BoxTransformer(crs::ProjData data = {}) : m_data(std::move(data)) {}

    /// nullopt if the box has no image, or PROJ finds no transformation.
    [[nodiscard]] std::optional<geometry::Box> transform(Place const& place,
                                                         crs::Definition const& to);
    /// Longitudes and latitudes on WGS 84, within -180..180 and -90..90.
    [[nodiscard]] std::optional<geometry::Box> geographic(Place const& place);
    /// A CRS by name, parsed once; undefined if PROJ does not know it.
    [[nodiscard]] crs::Definition const& system(std::string const& name);

private:
    crs::ProjData m_data;
    std::map<std::pair<std::string, std::string>, std::optional<crs::Transformation>> m_ways;
    std::map<std::string, crs::Definition, std::less<>> m_systems;
};

} // namespace ms::ows
