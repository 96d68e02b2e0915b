// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The map that draws one coverage.

#include "mapfile/model/map.hpp"
#include "ows/wcs/bands.hpp"
#include "ows/wcs/coverage.hpp"
#include "ows/wcs/request.hpp"

#include <cstddef>
#include <memory>

namespace ms::ows::wcs {

/// A copy of a map with the layer of the coverage, its mask and its index.
struct CoverageMap {
    std::shared_ptr<mapfile::Map const> map;
    std::size_t layer = 0;
};

/// \param is_raw whether values are drawn, not colours: all bands have to be named
[[nodiscard]] CoverageMap coverage_map(mapfile::Map const& map, Coverage const& coverage,
                                       Sampling const& sampling, bool is_raw);

/// The format for the request: with the number of bands, the null value of the layer, the name of
/// the file and the parameters of GeoTIFF. \throws WcsException for such parameters
[[nodiscard]] mapfile::OutputFormat coverage_format(mapfile::OutputFormat format,
                                                    Request const& request,
                                                    Coverage const& coverage,
                                                    Sampling const& sampling);

} // namespace ms::ows::wcs
