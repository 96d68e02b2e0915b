// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Executes a plan.

#include "render/core/map_image.hpp"
#include "render/core/services.hpp"
#include "render/plan/plan.hpp"

namespace ms::render {

/// Starts the queries of all steps, then draws the steps in order.
/// \throws Error{Source} naming the layer, Error{Limit} when the deadline has passed
[[nodiscard]] MapImage run(Plan const& plan, Services const& services);

/// Draws a plan on an image, without the plan's background. After an error the image may have a
/// part of it. \return the number of labels drawn with collision detection \throws as run(),
/// Error{Internal} for formats that are no pixels
std::size_t run_on(Plan const& plan, Services const& services, image::Bitmap& ground);

} // namespace ms::render
