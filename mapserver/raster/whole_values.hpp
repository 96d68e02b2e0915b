// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Values of rasters as whole numbers.

#include "raster/band.hpp"
#include "raster/resample.hpp"

namespace ms::raster {

/// A value as a file of the type has it: rounded, halves away from zero, and within the type, as
/// GDAL converts it. Byte and Int16; those of other types are unchanged.
[[nodiscard]] double as_stored(double value, SampleType type) noexcept;

/// A value between pixels, which are as_stored(). Means are rounded; of what Kernel::Bilinear finds
/// the fraction is cut off, as in MapServer. Types as above.
[[nodiscard]] double as_sampled(double value, SampleType type, Kernel kernel) noexcept;

} // namespace ms::raster
