// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The bands and the interpolation that a GetCoverage requests.

#include "ows/wcs/coverage.hpp"
#include "ows/wcs/request.hpp"

#include <string>
#include <vector>

namespace ms::ows::wcs {

struct Sampling {
    std::vector<std::size_t> bands; ///< from 1, at least one
    bool has_bands = false;         ///< they are requested, not just all
    std::string resample;           ///< of PROCESSING; "": that of the layer
};

/// \throws WcsException for bands and methods that there are not
[[nodiscard]] Sampling sampling_of(Request const& request, Coverage const& coverage);

} // namespace ms::ows::wcs
