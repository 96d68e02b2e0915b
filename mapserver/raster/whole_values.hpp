// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Values of rasters as whole numbers.

#include "raster/band.hpp"
#include "raster/resample.hpp"

#include <cstddef>
#include <span>

namespace ms::raster {

/// A value as a file of the type has it: rounded, halves away from zero, and within the type, as
/// GDAL converts it. Byte and Int16; those of other types are unchanged.
[[nodiscard]] double as_stored(double value, SampleType type) noexcept;

/// A value between pixels, which are as_stored(). Means are rounded; of what Kernel::Bilinear finds
/// the fraction is cut off, as in MapServer. Types as above.
[[nodiscard]] double as_sampled(double value, SampleType type, Kernel kernel) noexcept;
/// The same of what interpolate() finds. Errors of the sum are not taken back, so that a little
/// less than a whole number is the one before, as in MapServer.
[[nodiscard]] double as_interpolated(double value, SampleType type) noexcept;

/// Bytes of a sample: Byte, Int16 or Float32.
[[nodiscard]] std::size_t bytes_of(SampleType type) noexcept;

/// Writes a value into a column of samples, rounded and cut to their type; NaN as 0 where whole
/// numbers are stored. \param samples of the type, which is Byte, Int16 or Float32
void put_sample(std::span<std::byte> samples, SampleType type, std::size_t index,
                float value) noexcept;

} // namespace ms::raster
