// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One geometry of a column.

#include "geometry/column.hpp"

namespace ms::geometry {

/// Feature `index` of a column; without a column no shape at all. Valid until the column changes.
struct Shape {
    GeometryColumn const* column = nullptr;
    std::size_t index = 0;

    [[nodiscard]] bool exists() const noexcept
    {
        return column != nullptr && column->kinds[index] != Kind::None;
    }
    [[nodiscard]] Kind kind() const noexcept { return column->kinds[index]; }
    [[nodiscard]] GeometryColumn::Range rings() const noexcept { return column->rings_of(index); }
    [[nodiscard]] Box box() const noexcept { return column->box_of(index); }
};

/// Appends a copy of an existing shape as one feature.
void append_shape(Shape shape, GeometryColumn& out);
/// Appends it as one feature of kind `requested`, by the rules of FeatureBuilder.
/// \return false, and nothing appended, if it has no usable piece or points that are not finite
[[nodiscard]] bool append_shape_as(Shape shape, Kind requested, GeometryColumn& out);

} // namespace ms::geometry
