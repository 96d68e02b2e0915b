// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws one layer of TYPE CHART.

#include "paint/canvas.hpp"
#include "render/core/services.hpp"
#include "render/plan/plan_state.hpp"
#include "source/feature_source.hpp"

namespace ms::render {

/// Reads a cursor to its end and draws a chart for each feature: at its point, or where its label
/// would be. Each class that takes the feature is one value: SIZE of its first style. Charts that
/// do not wholly fit into the image are left out, as in MapServer.
void draw_chart_step(PlanState const& plan, VectorStep const& step, source::FeatureCursor& cursor,
                     Services const& services, paint::Canvas& canvas);

} // namespace ms::render
