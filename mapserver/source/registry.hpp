// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the source of a layer. A kind of source is one row in registry.cpp.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source {

/// Opens the data of a layer. `map` and `layer` must outlive the source.
/// \throws Error{BadMapfile} with file:line:column when DATA or CONNECTION is malformed or the kind
///         is not supported; Error{Source} when the data cannot be reached
[[nodiscard]] std::unique_ptr<FeatureSource>
open_source(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

/// The features that a layer with CLUSTER groups. As open_source()
[[nodiscard]] std::unique_ptr<FeatureSource>
open_ungrouped(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

/// The error of open_source() for an unsupported kind of layer, before anything is opened.
/// \throws Error{BadMapfile} with file:line:column
void require_support(mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::source
