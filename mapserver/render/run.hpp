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

} // namespace ms::render
