// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Projects geometries of the map to pixels of the image.

#include "geometry/affine.hpp"
#include "geometry/clip.hpp"
#include "geometry/column.hpp"
#include "geometry/thin.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ms::geometry {

/// Everything is inside: no clipping.
inline constexpr Box unbounded{
    -std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

/// The clip boxes of features, by class.
struct FeatureClips {
    std::span<Box const> boxes;
    std::span<std::int32_t const> box_of; ///< index of each feature's box; below 0: no box
};

/// Transforms, clips and thins columns in one pass. Make one per layer: it reuses its working
/// memory, so that nothing is allocated once buffers have grown.
class PixelProjector {
public:
    /// \param clip_px pixels; the image grown by half the widest pen, or `unbounded`
    PixelProjector(Affine const& to_pixel, Box const& clip_px, Thinning thinning) noexcept
        : m_to_pixel(to_pixel), m_clip(clip_px), m_thinning(thinning)
    {}

    /// \param in n features, map coordinates; not finite if a projection failed: such points are
    /// left out, lines broken, rings closed without the point
    /// \param out cleared, then n features at the same places, in pixels; what cannot be seen is a
    /// feature of Kind::None. Features that are wholly inside the clip box are not cut at all.
    /// \param line_ends vertices that thinning leaves at either end of lines; 2: they are the rings
    /// of polygons, and cut as such
    /// \param clips without boxes, and for features that have none, the projector's own
    void run(GeometryColumn const& in, GeometryColumn& out, std::size_t line_ends = 1,
             FeatureClips const& clips = {});

    /// Segments of lines that are longer than half of `turn_px` in x go the other way round, over
    /// both edges of the world: lines that cross 180 degrees when they are reprojected.
    /// \param turn_px the world's width, pixels; 0: segments are as they are
    void set_turn(double turn_px) noexcept { m_turn = turn_px; }

    /// For a cut before that of MapServer, so that rings begin where they would without it.
    void set_ring_start(RingStart start) noexcept { m_ring_start = start; }

    /// How much farther than lines rings are drawn that are lines (`line_ends` 2): OFFSET would
    /// move their cut edges into the image.
    void set_ring_margin(double margin_px) noexcept { m_ring_margin = margin_px; }

private:
    enum class Position : std::uint8_t { Inside, Across, Outside };
    Position position_of(std::span<Point const> points) const noexcept;
    void copy(GeometryColumn const& in, std::size_t feature, GeometryColumn& out) const;
    void cut_points(std::span<Point const> points, GeometryColumn& out) const;
    [[nodiscard]] bool has_jump(std::span<Point const> points) const noexcept;
    void cut_line(std::span<Point const> line, GeometryColumn& out);
    void cut_segment(Point start, Point end, GeometryColumn& out);
    void cut_rings(GeometryColumn const& in, std::size_t part, Kind kind, GeometryColumn& out);
    [[nodiscard]] std::span<Point const> cut_ring(std::span<Point const> ring);
    void flush_line(GeometryColumn& out);
    template <typename At>
    bool append(Kind kind, std::size_t count, At at, GeometryColumn& out) const;

    Affine m_to_pixel;
    Box m_clip; ///< of the current feature
    Thinning m_thinning;
    double m_turn = 0; ///< pixels
    RingStart m_ring_start = RingStart::Second;
    double m_ring_margin = 0; ///< pixels
    std::size_t m_line_ends = 1;
    std::vector<Point> m_open; ///< the ring or the piece of a line being cut
    RingClipper m_ring_clipper;
};

} // namespace ms::geometry
