// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes files of features with GDAL.

#include "ogr/document.hpp"

#include <memory>

namespace ms::ogr {

/// As Module::create.
[[nodiscard]] std::unique_ptr<DocumentWriter> create(Document document);

} // namespace ms::ogr
