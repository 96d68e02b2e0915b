// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Makes geometries the commands of a vector tile.

#include "base/budget.hpp"
#include "geometry/edge_contacts.hpp"
#include "geometry/geos_operations.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ms::render {

/// The features of one layer. Reuses its working memory.
class MvtGeometry {
public:
    /// \param makes_valid polygons, at the cost of GEOS where rings touch: a coast with many
    ///                    islands takes ten times as long
    explicit MvtGeometry(Budget& budget, bool makes_valid = true)
        : m_budget(budget), m_makes_valid(makes_valid)
    {}

    /// The command integers of section 4.3 of the specification. Coordinates are rounded, repeated
    /// points left out; lines of one point and rings without an area are no more. Polygons are
    /// valid if they are made so: where rounding or cutting made rings touch or cross, and where
    /// they did before, they are divided. Holes follow the ring they lie in, whatever their order
    /// and direction was. \param shape in units of the tile, y downwards, within 2^20 of its corner
    /// \return empty: nothing is left. Valid until the next call.
    [[nodiscard]] std::span<std::uint32_t const> encode(geometry::Shape shape);

private:
    struct Vertex {
        std::int32_t x = 0;
        std::int32_t y = 0;
        friend bool operator==(Vertex const&, Vertex const&) = default;
    };

    void round(std::span<geometry::Point const> points);
    void write_points(geometry::Shape shape);
    void write_lines(geometry::Shape shape);
    void write_polygons(geometry::Shape shape);
    void round_rings(geometry::Shape shape);
    [[nodiscard]] geometry::GeometryColumn const* valid_rings();
    void repair_touched();
    void write_ring(std::span<geometry::Point const> points, bool is_outer);
    void move_to(std::size_t count);
    void line_to(std::size_t count);
    void write_vertex(Vertex vertex);

    Budget& m_budget;
    bool m_makes_valid;
    std::vector<std::uint32_t> m_commands;
    std::vector<Vertex> m_vertices;     ///< of a line or ring, rounded
    geometry::GeometryColumn m_rounded; ///< the polygon
    geometry::GeometryColumn m_valid;   ///< made of it where it is not
    geometry::GeometryColumn m_touched; ///< those of its polygons that have to be repaired
    geometry::GeometryColumn m_repaired;
    geometry::EdgeContacts m_contacts;
    geometry::ShapeOperations m_operations;
    Vertex m_cursor;
};

} // namespace ms::render
