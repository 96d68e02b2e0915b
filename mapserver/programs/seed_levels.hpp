// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Which tiles of a grid are drawn ahead.

#include "geometry/types.hpp"
#include "ows/images/tile_matrix_set.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ms::programs {

/// The tiles of one level, in blocks of neighbours.
class SeedLevel {
public:
    SeedLevel(ows::TileMatrix const& matrix, ows::TileRange const& range)
        : m_matrix(matrix), m_range(range)
    {}

    [[nodiscard]] ows::TileMatrix const& matrix() const noexcept { return m_matrix; }
    [[nodiscard]] std::int64_t tiles() const noexcept { return columns() * rows(); }
    [[nodiscard]] std::int64_t blocks() const noexcept;
    /// \param number 0..blocks() - 1, row by row
    [[nodiscard]] ows::TileRange block(std::int64_t number) const noexcept;

private:
    [[nodiscard]] std::int64_t columns() const noexcept;
    [[nodiscard]] std::int64_t rows() const noexcept;
    [[nodiscard]] std::int64_t blocks_across() const noexcept;

    ows::TileMatrix const& m_matrix;
    ows::TileRange m_range;
};

/// nullopt if the level has no tile in the box. \throws Error{BadRequest} if the grid has no such
/// level
[[nodiscard]] std::optional<SeedLevel> seed_level(ows::TileMatrixSet const& grid, int zoom,
                                                  std::optional<geometry::Box> const& box);

/// What both boxes have in common; nullopt is everything.
[[nodiscard]] std::optional<geometry::Box> common_box(std::optional<geometry::Box> const& a,
                                                      std::optional<geometry::Box> const& b);

/// "0-7", "3,5,8-10". \throws Error{BadRequest}
[[nodiscard]] std::vector<int> parse_zooms(std::string_view text);

/// "minx,miny,maxx,maxy". \throws Error{BadRequest}
[[nodiscard]] geometry::Box parse_box(std::string_view text);

} // namespace ms::programs
