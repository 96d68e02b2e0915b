// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses PROCESSING of a layer of TYPE CHART.

#include "mapfile/model/layer.hpp"
#include "render/plan/plan_state.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ms::render {

/// PROCESSING CHART_...: the common settings of all charts of a layer.
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

/// Adds the attributes of a chart layer's styles to the query.
/// \throws Error{BadMapfile} for a malformed PROCESSING CHART_...
void plan_chart(VectorStep& step);

} // namespace ms::render
