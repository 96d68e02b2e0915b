// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Laying a layer on the map as its COMPOSITE and MASK ask.

#include "render/core/services.hpp"
#include "render/plan/plan_state.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace ms::render {

/// Draws a layer with its blends and its mask.
/// \param mask nullptr: no mask. Its transparent pixels hide the layer
/// \param draw draws the layer on the canvas
void draw_composited(std::vector<paint::Blend> const& blends, image::Bitmap const* mask,
                     paint::Canvas& canvas, std::function<void()> const& draw);

/// The MASK layers of an image, each drawn once, on first use.
class MaskSheet {
public:
    /// Both must outlive the object.
    MaskSheet(PlanState const& plan, Services const& services);

    /// \returns nullptr for a step without MASK; valid as long as the object
    [[nodiscard]] image::Bitmap const* of(VectorStep const& step);

private:
    [[nodiscard]] image::Bitmap drawn(MaskPlan const& mask) const;

    PlanState const& m_plan;
    Services const& m_services;
    std::vector<std::optional<image::Bitmap>> m_masks; ///< as PlanState::masks
};

} // namespace ms::render
