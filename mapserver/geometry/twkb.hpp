// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tiny well-known binary: https://github.com/TWKB/Specification/blob/master/twkb.md

#include "geometry/column.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ms::geometry {

/// Appends one geometry as one feature of kind `requested`, with the rules of append_wkb(). Skips
/// Z, M, bounding boxes, sizes and id lists.
[[nodiscard]] bool append_twkb(std::span<std::byte const> bytes, Kind requested,
                               GeometryColumn& out);

struct TwkbOptions {
    int precision = 0;      ///< decimal digits, -7 to 7
    bool with_size = false; ///< the length of the rest, so that readers can skip it
    bool with_box = false;
};

/// Appends feature `index` as TWKB: a single part as a point, linestring or polygon, several as
/// their multi type, no part as an empty collection.
void encode_twkb(GeometryColumn const& column, std::size_t index, TwkbOptions const& options,
                 std::vector<std::byte>& out);

} // namespace ms::geometry
