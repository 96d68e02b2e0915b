// SPDX-License-Identifier: MIT
#include "ows/images/grid_tile.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/common/per_map_cache.hpp"
#include "ows/images/tile_matrix_set.hpp"

#include <algorithm>
#include <cmath>

namespace ms::ows {

namespace {

constexpr double tolerance_px = 0.01;

/// Grids that cannot be read are WMTS's to complain about: a map is drawn without them.
TileMatrixSets grids_of(Call const& call)
{
    try {
        return shared_matrix_sets(call);
    } catch (Error const&) {
        return std::make_shared<std::vector<TileMatrixSet> const>();
    }
}

bool is_near(geometry::Box const& box, geometry::Box const& other, double tolerance)
{
    return std::abs(box.min_x - other.min_x) < tolerance &&
           std::abs(box.min_y - other.min_y) < tolerance &&
           std::abs(box.max_x - other.max_x) < tolerance &&
           std::abs(box.max_y - other.max_y) < tolerance;
}

std::optional<render::TileIndex> tile_at(TileMatrix const& matrix, geometry::Box const& box)
{
    double const side = matrix.cell * matrix.tile_px;
    double const column = std::round((box.min_x - matrix.top_left.x) / side);
    double const row = std::round((matrix.top_left.y - box.max_y) / side);
    if (!(column >= 0 && column < matrix.columns && row >= 0 && row < matrix.rows)) {
        return std::nullopt;
    }
    auto const extent = matrix.extent_of(static_cast<int>(column), static_cast<int>(row));
    return is_near(box, extent, matrix.cell * tolerance_px)
               ? std::optional{render::TileIndex{static_cast<int>(row), static_cast<int>(column)}}
               : std::nullopt;
}

std::optional<GridTile> tile_of(TileMatrixSet const& set, render::Viewport const& view)
{
    auto const box = render::seen_of(view, 0.5); // from edge to edge
    for (std::size_t zoom = 0; zoom < set.matrices.size(); ++zoom) {
        auto const& matrix = set.matrices[zoom];
        bool const is_size = view.width == matrix.tile_px && view.height == matrix.tile_px;
        if (auto const index = is_size ? tile_at(matrix, box) : std::nullopt) {
            return GridTile{set.identifier, static_cast<int>(zoom), *index};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<GridTile> find_grid_tile(Call const& call, std::string_view system,
                                       render::Viewport const& view)
{
    if (view.angle_rad != 0) {
        return std::nullopt;
    }
    auto const sets = grids_of(call);
    for (auto const& set : *sets) {
        if (equals_ignoring_case(set.system, system)) {
            if (auto found = tile_of(set, view)) {
                return found;
            }
        }
    }
    return std::nullopt;
}

} // namespace ms::ows
