// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts a geometry of any type to a feature of the kind that a layer draws.

#include "geometry/column.hpp"

#include <cstddef>
#include <vector>

namespace ms::geometry {

/// Appends one feature to a column, piece by piece, and removes it unless finish() accepts it.
///
/// A decoder appends coordinates to points() and declares the type of each run of them. A point
/// layer uses the vertices of all types, a line layer lines and the rings of polygons, a polygon
/// layer only polygons; unusable pieces are left out (reference: postgis, section 5).
class FeatureBuilder {
public:
    /// \param requested None: the kind of the first piece
    /// \param out must outlive the builder; do not write to it meanwhile
    FeatureBuilder(Kind requested, GeometryColumn& out) noexcept;
    ~FeatureBuilder();
    FeatureBuilder(FeatureBuilder const&) = delete;
    FeatureBuilder& operator=(FeatureBuilder const&) = delete;

    /// Target of coordinates. Only the points after the last end_...() may be changed.
    [[nodiscard]] std::vector<Point>& points() noexcept { return m_out.points; }
    /// Whether the column keeps Z.
    [[nodiscard]] bool has_z() const noexcept { return m_out.has_z; }
    /// Target of Z, if has_z(): of none of the points since the last end_...(), or of all of them;
    /// missing ones become 0, and so do those that are not finite.
    [[nodiscard]] std::vector<double>& z() noexcept { return m_out.z; }
    /// Points appended since the last end_...().
    [[nodiscard]] std::size_t open_points() const noexcept { return m_out.points.size() - m_open; }

    /// The open points are loose points.
    void end_points();
    /// They are a linestring.
    void end_line();
    /// They are a ring of a polygon; closed if they are not. The first ring is the outer one.
    void end_ring();
    /// They are a piece of a feature of a kind: loose points, a linestring or a ring.
    void end_piece(Kind kind);
    /// The rings since the last end_polygon() are a polygon.
    void end_polygon();

    /// Makes a feature of the pieces; without any coordinates one of Kind::None.
    /// \return false, with the column unchanged, if a coordinate was not finite or no piece could
    /// be used
    [[nodiscard]] bool finish();

private:
    /// Whether open points can be used as (part of) a `piece`; drops them if not.
    bool accept(Kind piece);
    /// Z of all points until now.
    void complete_z();

    GeometryColumn& m_out;
    Kind m_requested;
    std::size_t m_first_point;
    std::size_t m_first_ring;
    std::size_t m_first_part;
    std::size_t m_open; ///< first point that no piece has claimed
    bool m_dropped_pieces = false;
    bool m_is_finite = true;
    bool m_is_finished = false;
};

} // namespace ms::geometry
