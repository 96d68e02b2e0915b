// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CRSs for scripts.

#include "crs/path_projector.hpp"
#include "mapfile/model/common.hpp"
#include "script/text.hpp"

#include <memory>

namespace ms::script {

struct projectionObj {
    /// \param proj4 "epsg:4326", "+proj=utm +zone=32", "proj=utm,zone=32"
    /// \throws Failure{MS_PROJERR} when PROJ does not know it
    explicit projectionObj(Text const& proj4);

    [[nodiscard]] int getUnits() const;
    int setWKTProjection(Text const& wkt);
    [[nodiscard]] int get_automatic() const;
    int wellknownprojection = 0; ///< always

#ifndef SWIG
    [[nodiscard]] crs::Definition definition() const;
    mapfile::Projection model;
#endif
};

/// A pair of CRSs to transform between; both must be known.
struct reprojectionObj {
    reprojectionObj(std::shared_ptr<projectionObj> in, std::shared_ptr<projectionObj> out)
        : from(std::move(in)), to(std::move(out))
    {}

#ifndef SWIG
    std::shared_ptr<projectionObj> from;
    std::shared_ptr<projectionObj> to;
#endif
};

#ifndef SWIG
/// From one CRS to another; NULL for a CRS: WGS 84 longitudes and latitudes.
[[nodiscard]] crs::PathProjector projector(projectionObj const* from, projectionObj const* to);
/// \throws Failure{MS_PROJERR} when PROJ does not know it
void set_projection(mapfile::Projection& projection, Text const& text);
/// \throws Failure{MS_PROJERR} when PROJ does not know it
void set_wkt_projection(mapfile::Projection& projection, Text const& wkt);
#endif

} // namespace ms::script
