// SPDX-License-Identifier: MIT
#include "render/core/lone_image.hpp"

#include <cmath>

namespace ms::render {

namespace {

bool may_be_tiles(Viewport const& view) noexcept
{
    constexpr int tile_px = 64;
    return view.width % tile_px == 0 && view.height % tile_px == 0;
}

bool has_oblong_pixels(Viewport const& view) noexcept
{
    constexpr double tolerance = 1e-6; // rounding of extents
    return std::abs(view.cell_size_x / view.cell_size_y - 1) > tolerance;
}

} // namespace

NearestRule rule_of_lone_image(Viewport const& view) noexcept
{
    if (may_be_tiles(view)) {
        return NearestRule::BelowCentres;
    }
    return has_oblong_pixels(view) ? NearestRule::Reduced : NearestRule::Stretched;
}

NearestRule rule_of_wms_image(Viewport const& view) noexcept
{
    return has_oblong_pixels(view) ? rule_of_lone_image(view) : NearestRule::BelowCentres;
}

} // namespace ms::render
