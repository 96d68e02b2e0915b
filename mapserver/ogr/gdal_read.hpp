// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads a layer of a file through GDAL.

#include "ogr/feature_file.hpp"

#include <memory>

namespace ms::ogr {

/// As Module::open.
[[nodiscard]] std::unique_ptr<FeatureFile> open(FileLayer const& layer);
/// Implements Module::open_bytes.
[[nodiscard]] std::unique_ptr<FeatureFile> open_bytes(std::string const& document);

} // namespace ms::ogr
