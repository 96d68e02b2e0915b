// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Limits the number of features of one answer.

#include "mapfile/model/map.hpp"

#include <cstdint>

namespace ms::ows::ogcapi {

struct Limits {
    std::int64_t usual = 10;   ///< oga_default_limit: without limit=
    std::int64_t most = 10000; ///< oga_max_limit
};

/// Those of the layer, else of the map, else MapServer's.
[[nodiscard]] Limits limits_of(mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::ows::ogcapi
