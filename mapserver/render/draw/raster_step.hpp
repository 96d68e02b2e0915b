// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws one raster layer.

#include "ogr/raster_file.hpp"
#include "paint/canvas.hpp"
#include "render/core/services.hpp"
#include "render/draw/raster_frame.hpp"
#include "render/plan/plan_state.hpp"

#include <cstdint>
#include <functional>

namespace ms::render {

/// Reads the visible parts of a layer's files and draws them as one image, later files over earlier
/// ones. Memory is bounded for files of any size: large windows are read in parts.
/// \throws LayerError if a file cannot be read, Error{Limit} after the deadline
void draw_raster_step(PlanState const& plan, VectorStep const& step, Services const& services,
                      paint::Canvas& canvas);

/// What the pixels of files are used for.
enum class FileUse : std::uint8_t { Colors, Values };

/// Opens the files of a raster layer that the view shows, one after the other.
/// \throws LayerError{BadMapfile, Source}, Error{Limit}, and the exceptions of `visit`
void for_each_file(PlanState const& plan, VectorStep const& step, Services const& services,
                   FileUse use, std::function<void(ogr::RasterFile&, RasterFrame)> const& visit);

} // namespace ms::render
