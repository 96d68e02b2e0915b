// SPDX-License-Identifier: MIT
#include "sld/placement.hpp"

#include <array>
#include <optional>

namespace ms::sld {

namespace {

using enum mapfile::Placement;

/// Rows from the top, columns from the left.
constexpr std::array<std::array<mapfile::Placement, 3>, 3> grid{
    {{UL, UC, UR}, {CL, CC, CR}, {LL, LC, LR}}};

std::optional<std::size_t> step_of(double part) noexcept
{
    return part == 0     ? std::optional<std::size_t>{0}
           : part == 0.5 ? std::optional<std::size_t>{1}
           : part == 1   ? std::optional<std::size_t>{2}
                         : std::nullopt;
}

} // namespace

mapfile::Placement placement_of(Anchor const& anchor) noexcept
{
    auto const column = step_of(anchor.x);
    auto const row = step_of(anchor.y);
    return column && row ? grid[2 - *row][*column] : CL;
}

Anchor anchor_of(mapfile::Placement placement) noexcept
{
    for (std::size_t row = 0; row < grid.size(); ++row) {
        for (std::size_t column = 0; column < grid[row].size(); ++column) {
            if (grid[row][column] == placement) {
                return {static_cast<double>(column) / 2, 1 - static_cast<double>(row) / 2};
            }
        }
    }
    return {};
}

} // namespace ms::sld
