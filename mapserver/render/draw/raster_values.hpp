// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes values of raster layers instead of colours: IMAGEMODE BYTE, INT16 and FLOAT32.

#include "render/core/gdal_output.hpp"
#include "render/core/services.hpp"
#include "render/plan/plan_state.hpp"

#include <cstddef>
#include <vector>

namespace ms::render {

/// Bands of the plan's raster layers, later ones over earlier ones, sampled with RESAMPLE; ignores
/// other layers, classes and colours. Other pixels, and those outside of MASK, are NULLVALUE, else
/// 0. \param format is_raw \returns samples of the format's type,
/// band after band, rows from the top \throws
/// LayerError{BadMapfile} if a layer's number of bands is not BAND_COUNT, and as draw_raster_step()
[[nodiscard]] std::vector<std::byte>
values_of_rasters(PlanState const& plan, GdalFormat const& format, Services const& services);

} // namespace ms::render
