// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// PROCESSING "ITEMS=name,number": the attributes that a layer shows.

#include "mapfile/model/layer.hpp"
#include "source/feature_source.hpp"

#include <memory>

namespace ms::source {

/// The schema has only what ITEMS lists, in that order, as in MapServer; queries may still use all
/// attributes. The source itself where the layer has no ITEMS.
[[nodiscard]] std::unique_ptr<FeatureSource>
with_listed_items(std::unique_ptr<FeatureSource> source, mapfile::Layer const& layer);

} // namespace ms::source
