// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CRSs for scripts.

#include "crs/definition.hpp"
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
    std::vector<std::string> arguments; ///< as in a PROJECTION block
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
/// A script's string as the arguments of a PROJECTION block.
[[nodiscard]] std::vector<std::string> projection_arguments(std::string_view text);
/// The same back in one string: "+init=epsg:4326".
[[nodiscard]] std::string projection_text(std::vector<std::string> const& arguments);
/// \throws Failure{MS_PROJERR} when PROJ does not know it
void set_projection(mapfile::Projection& projection, Text const& text);
/// \throws Failure{MS_PROJERR} when PROJ does not know it
void set_wkt_projection(mapfile::Projection& projection, Text const& wkt);
#endif

} // namespace ms::script
