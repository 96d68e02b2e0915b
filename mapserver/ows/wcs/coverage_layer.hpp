// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The layer that draws one coverage, and its format.

#include "mapfile/model/map.hpp"
#include "ows/wcs/bands.hpp"
#include "ows/wcs/coverage.hpp"
#include "ows/wcs/request.hpp"

namespace ms::ows::wcs {

/// The layer of the coverage as the request draws it, whatever its scale limits are.
/// \param is_raw whether values are drawn, not colours: all bands have to be named
[[nodiscard]] mapfile::Layer coverage_layer(Coverage const& coverage, Sampling const& sampling,
                                            bool is_raw);

/// The format for the request: with the number of bands, the null value of the layer, the name of
/// the file and the parameters of GeoTIFF. \throws WcsException for such parameters
[[nodiscard]] mapfile::OutputFormat coverage_format(mapfile::OutputFormat format,
                                                    Request const& request,
                                                    Coverage const& coverage,
                                                    Sampling const& sampling);

} // namespace ms::ows::wcs
