// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms coordinates from one CRS to another.

#include "crs/definition.hpp"
#include "geometry/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::crs {

/// A pipeline between two CRSs, with x east and y north on both ends. Cheap to copy and safe to
/// share: each thread builds its own PROJ objects on first use, which costs milliseconds, and
/// caches those of the last pairs.
class Transformation {
public:
    /// The identity if either CRS is undefined, or both are equal.
    /// \throws Error{BadMapfile} if PROJ finds no transformation
    Transformation(Definition const& from, Definition const& to);

    [[nodiscard]] bool is_identity() const noexcept;
    [[nodiscard]] Definition const& from() const noexcept { return m_from; }
    /// In place. Points without an image become NaN; their number is returned.
    std::size_t forward(std::span<geometry::Point> points) const;
    std::size_t inverse(std::span<geometry::Point> points) const;
    /// The bounds of the image of a box: samples edges and interior, as they bend. In degrees it is
    /// 360 wide if it crosses the antimeridian or contains a pole, and the whole world if parts of
    /// the box have no image (the corners of an image of the globe). Empty if no part of it has an
    /// image.
    [[nodiscard]] geometry::Box forward(geometry::Box const& box) const;
    [[nodiscard]] geometry::Box inverse(geometry::Box const& box) const;
    /// A box around it, for what is read and not for what is written: up to 1/10,000 larger, of 25
    /// points in place of 803 if the transformation is nearly linear in the box.
    [[nodiscard]] geometry::Box inverse_around(geometry::Box const& box) const;

private:
    enum class Accuracy : std::uint8_t { Exact, Around };
    enum class Direction : std::uint8_t { Forward, Inverse };
    enum class Path : std::uint8_t {
        Identity,
        ToWebMercator,   ///< from WGS 84 longitude, latitude
        FromWebMercator, ///< to them
        Proj
    };
    std::size_t transform(std::span<geometry::Point> points, Direction direction) const;
    geometry::Box transform(geometry::Box const& box, Direction direction,
                            Accuracy accuracy = Accuracy::Exact) const;
    [[nodiscard]] bool gives_degrees(Direction direction) const;

    Definition m_from;
    Definition m_to;
    Path m_path = Path::Identity;
};

} // namespace ms::crs
