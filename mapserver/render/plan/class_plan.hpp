// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides how one class of a layer is drawn.

#include "render/plan/plan_state.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ms::render {

enum class LabelsOfClass : bool { LeftOut, Drawn };

/// Adds the plan of a class, and to the step the requirements of its styles and labels on the
/// source and the canvas.
/// \param index of the class in the step's layer
/// \param is_whole ClassPlan::is_whole
/// \param labels whether its labels are drawn
/// \param notes receives a line for everything that is not drawn
/// \throws Error{BadMapfile} with file:line:column
void plan_class(mapfile::Map const& map, VectorStep& step, std::size_t index, bool is_whole,
                LabelsOfClass labels, double scale_denominator, std::vector<std::string>& notes);

} // namespace ms::render
