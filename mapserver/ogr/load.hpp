// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Loads the module with GDAL on first use.

#include "ogr/module.hpp"

namespace ms::ogr {

/// The shared object beside the program or library that contains this code; it is loaded once and
/// stays. Programs that never call this need neither GDAL's start nor its memory. Thread safe.
/// \throws Error{Source} if it, or GDAL, is missing or belongs to another build
[[nodiscard]] Module const& load_module();

/// Whether the shared object is where load_module() would look; it may still be of another build.
[[nodiscard]] bool has_module() noexcept;

} // namespace ms::ogr
