// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the shapes of pie and bar charts.

#include "geometry/column.hpp"
#include "mapfile/model/layer.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ms::render {

/// One value of a chart; one class of the layer each.
struct ChartValue {
    double value = 0;
    double offset_px = 0; ///< x of OFFSET: how far a slice is pulled out
};

/// PROCESSING CHART_...: what all charts of a layer have in common.
struct ChartSetting {
    enum class Type : std::uint8_t { Pie, Bar, StackedBar };

    Type type = Type::Pie;
    double width_px = 20; ///< of a pie: its diameter
    double height_px = 20;
    double scale = 1;               ///< CHART_SCALE: pixels per unit of stacked bars
    std::optional<double> min, max; ///< CHART_BAR_MINVAL, CHART_BAR_MAXVAL
    std::size_t bars = 0;           ///< there is room for so many, more if there are more values

    /// CHART_SIZE_RANGE: the diameter of pies by an attribute, between two values. CHART_SIZE has
    /// precedence.
    struct Range {
        std::string attribute;
        double min_px = 0, max_px = 0, min = 0, max = 0;
        double root = 1; ///< 1: linear; 2: as the square root, so that areas are compared
    };
    std::optional<Range> range;
};

/// \throws Error{BadMapfile} naming the key that is malformed
[[nodiscard]] ChartSetting chart_setting(mapfile::Layer const& layer);

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
