// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Maps a layer's TYPE to a kind of geometry.

#include "geometry/types.hpp"
#include "mapfile/model/layer.hpp"

namespace ms::mapfile {

/// Kind::None for types that do not determine the kind: CIRCLE, CHART, QUERY ...
[[nodiscard]] constexpr geometry::Kind kind_of(LayerType type) noexcept
{
    switch (type) {
    case LayerType::Point:
        return geometry::Kind::Point;
    case LayerType::Line:
        return geometry::Kind::Line;
    case LayerType::Polygon:
        return geometry::Kind::Polygon;
    default:
        return geometry::Kind::None;
    }
}

/// The kind of the pieces of FEATUREs; that of the query for types that do not determine it.
[[nodiscard]] constexpr geometry::Kind piece_kind(LayerType type, geometry::Kind requested) noexcept
{
    auto const kind = kind_of(type);
    return kind == geometry::Kind::None ? requested : kind;
}

} // namespace ms::mapfile
