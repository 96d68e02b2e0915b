// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the layers of a map as a vector tile.

#include "render/core/services.hpp"
#include "render/plan/plan_state.hpp"

#include <cstdint>
#include <vector>

namespace ms::render {

/// The features of a plan with `mvt`, layer by layer, as protocol buffers; empty without features.
/// \throws Error{Source} naming the layer, Error{Limit}
[[nodiscard]] std::vector<std::uint8_t> write_mvt(PlanState const& plan, Services const& services);

} // namespace ms::render
