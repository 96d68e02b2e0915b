// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// From one coordinate reference system to another.

#include "crs/definition.hpp"
#include "geometry/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::crs {

/// A pipeline between two systems, east/north order on both ends. Cheap to copy and safe to share:
/// each thread builds PROJ's objects for itself at its first use, which costs milliseconds, and
/// keeps those of the pairs it used last.
class Transformation {
public:
    /// Undefined on either side, or equal systems: the identity.
    /// \throws Error{BadMapfile} when PROJ knows no way
    Transformation(Definition const& from, Definition const& to);

    [[nodiscard]] bool is_identity() const noexcept;
    [[nodiscard]] Definition const& from() const noexcept { return m_from; }
    /// In place. Points without an image become NaN; their number is returned.
    std::size_t forward(std::span<geometry::Point> points) const;
    std::size_t inverse(std::span<geometry::Point> points) const;
    /// The box around the image of a box: edges and inside are sampled, as they bend. In degrees it
    /// is 360 wide where it crosses the antimeridian or holds a pole, and the whole world where
    /// parts of the box have no image (the corners of an image of the globe). Empty when nothing
    /// of it has an image.
    [[nodiscard]] geometry::Box forward(geometry::Box const& box) const;
    [[nodiscard]] geometry::Box inverse(geometry::Box const& box) const;

private:
    enum class Direction : std::uint8_t { Forward, Inverse };
    enum class Path : std::uint8_t {
        Identity,
        ToWebMercator,   ///< from WGS 84 longitude, latitude
        FromWebMercator, ///< to them
        Proj
    };
    std::size_t transform(std::span<geometry::Point> points, Direction direction) const;
    geometry::Box transform(geometry::Box const& box, Direction direction) const;
    [[nodiscard]] bool gives_degrees(Direction direction) const;

    Definition m_from;
    Definition m_to;
    Path m_path = Path::Identity;
};

} // namespace ms::crs
