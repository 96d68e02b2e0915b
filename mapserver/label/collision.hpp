// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds collisions with placed labels: quads in a grid.

#include "label/quad.hpp"

#include <cstdint>
#include <vector>

namespace ms::label {

/// Finds the quads that overlap a given one, in about constant time unless they pile up.
class CollisionIndex {
public:
    /// \param area pixels; quads outside are stored in the cells at its border
    explicit CollisionIndex(geometry::Box const& area);

    /// \param owner handed back by any_overlap()
    /// \return bytes that it takes: a quad is noted in every cell it touches
    std::size_t add(Quad const& quad, std::uint32_t owner);

    /// Whether `counts(owner)` is true for any of the quads that overlap this one.
    template <typename Counts>
    [[nodiscard]] bool any_overlap(Quad const& quad, Counts&& counts) const
    {
        auto const cells = cells_of(quad.box);
        for (int row = cells.top; row <= cells.bottom; ++row) {
            for (int column = cells.left; column <= cells.right; ++column) {
                for (auto const index : cell(column, row)) {
                    auto const& item = m_items[index];
                    if (counts(item.owner) && overlap(item.quad, quad)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

private:
    struct Item {
        Quad quad;
        std::uint32_t owner;
    };
    struct Cells {
        int left, top, right, bottom;
    };
    using Cell = std::vector<std::uint32_t>; ///< into m_items

    [[nodiscard]] Cells cells_of(geometry::Box const& box) const noexcept;
    [[nodiscard]] Cell const& cell(int column, int row) const
    {
        return m_cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns) +
                       static_cast<std::size_t>(column)];
    }

    geometry::Box m_area;
    int m_columns;
    int m_rows;
    std::vector<Item> m_items;
    std::vector<Cell> m_cells;
};

} // namespace ms::label
