// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a document with a driver of GDAL.

#include "ogr/document.hpp"

namespace ms::ogr {

/// As Module::write and Module::zip.
[[nodiscard]] Files write(Document const& document);
[[nodiscard]] std::vector<std::uint8_t> zip(Files files, std::size_t max_bytes);

} // namespace ms::ogr
