// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Which source serves which layer. A kind is one row in registry.cpp.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source {

/// Opens the data of a layer. `map` and `layer` must outlive the source.
/// \throws Error{BadMapfile} with file:line:column when DATA or CONNECTION is malformed or the kind
///         is not supported; Error{Source} when the data cannot be reached
[[nodiscard]] std::unique_ptr<FeatureSource> open_source(mapfile::Map const& map,
                                                         mapfile::Layer const& layer,
                                                         Services const& services);

} // namespace ms::source
