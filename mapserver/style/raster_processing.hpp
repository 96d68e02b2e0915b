// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// PROCESSING of raster layers, read from its texts.

#include "mapfile/model/layer.hpp"
#include "raster/band.hpp"

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ms::style {

/// SCALE=min,max: values become (v - min) * 256 / (max - min), cut to 0..255.
using ScaleRange = std::pair<double, double>;
/// Least and greatest value of a band (from 1) of a file; asked for SCALE=AUTO only.
using RangeOfBand = std::function<ScaleRange(int band)>;

/// BANDS, else those that MapServer chooses: classes and palettes take band 1; three bands and more
/// are RGB, with the first band behind them that is marked as alpha; two may be grey and alpha.
/// \returns 1, 3 or 4 numbers, or 2 when the second is alpha
/// \throws ToldError{BadMapfile} for numbers that the file does not have
[[nodiscard]] std::vector<int> bands_of(mapfile::Layer const& layer, raster::Header const& header,
                                        bool is_classified);

/// SCALE_n, else SCALE, for each of the bands. \throws ToldError{BadMapfile}
[[nodiscard]] std::vector<std::optional<ScaleRange>>
scales_of(mapfile::Layer const& layer, std::vector<int> const& bands, RangeOfBand const& range);

/// LUT_n, else LUT: 256 or 65536 entries; empty without. \param color from 0
/// \throws ToldError{BadMapfile} when it is not "in:out,in:out ..."
[[nodiscard]] std::vector<std::uint8_t> lut_of(mapfile::Layer const& layer, std::size_t color);

/// NODATA for each of the bands: a number, AUTO (the file's, by default) or OFF.
/// \throws ToldError{BadMapfile} for other words
[[nodiscard]] std::vector<std::optional<double>> no_data_of(mapfile::Layer const& layer,
                                                            raster::Header const& header,
                                                            std::vector<int> const& bands);

} // namespace ms::style
