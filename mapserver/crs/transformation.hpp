// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// From one coordinate reference system to another.

#include "crs/definition.hpp"
#include "geometry/types.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace ms::crs {

/// A pipeline between two systems, east/north order on both ends. Belongs to one thread;
/// building it costs milliseconds, so keep it for all batches of a layer.
class Transformation {
public:
    /// Undefined on either side, or equal systems: the identity.
    /// \throws Error{BadMapfile} when PROJ knows no way
    Transformation(Definition const& from, Definition const& to);
    ~Transformation();
    Transformation(Transformation&&) noexcept;
    Transformation& operator=(Transformation&&) noexcept;

    [[nodiscard]] bool is_identity() const noexcept;
    /// In place. Points without an image become NaN; their number is returned.
    std::size_t forward(std::span<geometry::Point> points) const;
    std::size_t inverse(std::span<geometry::Point> points) const;
    /// The box around the image of a box: edges and inside are sampled, as they bend.
    /// Empty when nothing of it has an image.
    [[nodiscard]] geometry::Box forward(geometry::Box const& box) const;
    [[nodiscard]] geometry::Box inverse(geometry::Box const& box) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ms::crs
