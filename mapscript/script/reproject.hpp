// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms lines and rings of scripts to another CRS.

#include "crs/transformation.hpp"
#include "script/geometry.hpp"

#include <optional>

namespace ms::script {

using Path = std::vector<pointObj>;

/// Projects paths as MapServer does: cuts parts behind the horizon; cuts a line from a plane that
/// crosses the antimeridian there, and lets other longitudes run beyond 180 degrees instead of
/// jumping to the other end of the world.
class Reprojection {
public:
    /// \param from nullptr, as an undefined one: WGS 84 longitudes and latitudes; `to` likewise
    Reprojection(projectionObj const* from, projectionObj const* to);

    [[nodiscard]] crs::Transformation const& transformation() const noexcept { return m_way; }

    /// The parts of a line that have an image.
    [[nodiscard]] std::vector<Path> line(Path const& points) const;
    /// Closed; empty if no part has an image.
    [[nodiscard]] Path ring(Path const& points) const;
    /// Points of a multipoint; those without an image are left out.
    [[nodiscard]] Path points(Path const& points) const;

private:
    struct Cut {
        geometry::Point before, after;
    };

    /// Only lines are cut, and end at the horizon.
    enum class Kind : std::uint8_t { Line, Ring };

    [[nodiscard]] std::vector<Path> parts(Path const& points, Kind kind) const;
    [[nodiscard]] std::optional<geometry::Point> image(geometry::Point point) const;
    [[nodiscard]] geometry::Point horizon(geometry::Point seen, geometry::Point hidden) const;
    [[nodiscard]] std::optional<Cut> cut(geometry::Point from, geometry::Point to) const;
    [[nodiscard]] bool is_seam_inside(double latitude) const;
    [[nodiscard]] geometry::Point placed(geometry::Point degrees) const;
    void append(Path& path, pointObj const& like, geometry::Point image) const;
    void append_horizon(Path& path, pointObj const& seen, pointObj const& hidden) const;

    crs::Transformation m_way;
    std::optional<crs::Transformation> m_to_degrees; ///< where lines are cut at the antimeridian
    std::optional<crs::Transformation>
        m_from_degrees; ///< of the part to cut, if it is not in degrees
    bool m_is_from_plane = false;
    bool m_gives_degrees = false;
    bool m_runs_on = false; ///< longitudes beyond 180 degrees
};

} // namespace ms::script
