// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the shapes of pie and bar charts.

#include "geometry/column.hpp"
#include "render/plan/chart_plan.hpp"

#include <span>

namespace ms::render {

/// One value of a chart; each class of the layer gives one.
struct ChartValue {
    double value = 0;
    double offset_px = 0; ///< x of OFFSET: how far a slice is pulled out
};

/// The diameter for a value of the attribute of CHART_SIZE_RANGE.
[[nodiscard]] double diameter_for(ChartSetting::Range const& range, double value);

/// A polygon per value, Kind::None for invisible ones. Pies begin in the east and run clockwise,
/// without slices for negative values; bars stand side by side, those below 0 hang; stacked ones
/// grow upwards, those below 0 downwards over the previous one. Positions and sizes are those of
/// MapServer 8.0.0 (tests/unit/render/test_chart.cpp).
/// \param width_px of this chart
void make_chart(ChartSetting const& setting, double width_px, geometry::Point middle,
                std::span<ChartValue const> values, geometry::GeometryColumn& out);

} // namespace ms::render
