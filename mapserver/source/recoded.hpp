// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts attributes of layers with ENCODING to UTF-8.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"

#include <memory>

namespace ms::source {

/// A source whose attributes are converted from the layer's ENCODING to UTF-8; the source itself if
/// there is none, or it is UTF-8. Filters see the original texts.
/// \throws Error{BadMapfile} for an encoding that iconv does not support
[[nodiscard]] std::unique_ptr<FeatureSource> recoded(std::unique_ptr<FeatureSource> source,
                                                     mapfile::Map const& map,
                                                     mapfile::Layer const& layer);

} // namespace ms::source
