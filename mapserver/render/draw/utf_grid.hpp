// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a layer as a UTFGrid.

#include "render/core/services.hpp"
#include "render/plan/plan_state.hpp"

#include <cstdint>
#include <vector>

namespace ms::render {

/// The features of a plan with `utf_grid`: which of them covers which cells, their keys and their
/// data, as JSON. \throws Error{Source} naming the layer, Error{Limit}
[[nodiscard]] std::vector<std::uint8_t> write_utf_grid(PlanState const& plan,
                                                       Services const& services);

} // namespace ms::render
