// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms lines and rings to another CRS, cutting them where it ends.

#include "crs/transformation.hpp"

#include <optional>
#include <vector>

namespace ms::crs {

/// A vertex of the image of a path.
struct ProjectedVertex {
    geometry::Point at;
    std::size_t source; ///< the vertex of the path that it is, or that it is beside
};
using ProjectedPath = std::vector<ProjectedVertex>;

/// Projects paths as MapServer does: cuts parts behind the horizon; cuts a line from a plane that
/// crosses the antimeridian there, and lets other longitudes run beyond 180 degrees instead of
/// jumping to the other end of the world.
class PathProjector {
public:
    using Path = std::span<geometry::Point const>;

    /// An undefined CRS: WGS 84 longitudes and latitudes.
    /// \throws Error{BadMapfile} as Transformation
    PathProjector(Definition const& from, Definition const& to);

    [[nodiscard]] Transformation const& transformation() const noexcept { return m_way; }

    /// The parts of a line that have an image.
    [[nodiscard]] std::vector<ProjectedPath> line(Path path) const;
    /// Closed; empty if no part has an image.
    [[nodiscard]] ProjectedPath ring(Path path) const;
    /// Points of a multipoint; those without an image are left out.
    [[nodiscard]] ProjectedPath points(Path path) const;

private:
    struct Cut {
        geometry::Point before, after;
    };

    /// Only lines are cut, and end at the horizon.
    enum class Kind : std::uint8_t { Line, Ring };

    [[nodiscard]] std::vector<ProjectedPath> parts(Path path, Kind kind) const;
    [[nodiscard]] std::optional<geometry::Point> image(geometry::Point point) const;
    [[nodiscard]] geometry::Point horizon(geometry::Point seen, geometry::Point hidden) const;
    [[nodiscard]] std::optional<Cut> cut(geometry::Point from, geometry::Point to) const;
    [[nodiscard]] bool is_seam_inside(double latitude) const;
    [[nodiscard]] geometry::Point placed(geometry::Point degrees) const;
    void append(ProjectedPath& out, std::size_t source, geometry::Point image) const;

    Transformation m_way;
    std::optional<Transformation> m_to_degrees;   ///< where lines are cut at the antimeridian
    std::optional<Transformation> m_from_degrees; ///< of the part to cut, if it is not in degrees
    bool m_is_from_plane = false;
    bool m_gives_degrees = false;
    bool m_runs_on = false; ///< longitudes beyond 180 degrees
};

} // namespace ms::crs
