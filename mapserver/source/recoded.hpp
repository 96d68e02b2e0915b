// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// ENCODING of layers whose source hands texts over as they are.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"

#include <memory>

namespace ms::source {

/// A source whose attributes are turned from the layer's ENCODING into UTF-8; the source itself
/// where there is none, or it is UTF-8. Filters see the texts before.
/// \throws Error{BadMapfile} for an encoding that iconv does not know
[[nodiscard]] std::unique_ptr<FeatureSource> recoded(std::unique_ptr<FeatureSource> source,
                                                     mapfile::Map const& map,
                                                     mapfile::Layer const& layer);

} // namespace ms::source
