// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads MapServer's spatial index of a shapefile: a quadtree of record numbers (.qix).

#include "geometry/types.hpp"
#include "source/shapefile/file.hpp"

#include <optional>
#include <vector>

namespace ms::source::shapefile {

// The file, found out from the files that MapServer's shptree writes:
//   header  "SQT", byte order (1 little, 2 big), version 1, 3 zeros; missing in old files
//           u32 number of shapes, u32 depth of the tree
//   node    u32 bytes of all nodes below this one, 4 doubles: its box,
//           u32 number of shapes, the record numbers (from 0), u32 number of children, the children

struct QixHeader {
    ByteOrder order = ByteOrder::Little;
    std::uint32_t shape_count = 0;
    std::uint32_t root = 0; ///< offset of the first node
};

/// \param shape_count of the shapefile: an index with another count is out of date, and in an old
///        file without a mark the count reveals the byte order
[[nodiscard]] std::optional<QixHeader> read_qix_header(File const& file, std::uint32_t shape_count);

/// The records of all nodes that intersect the box, ascending, each once: those whose own box
/// intersects it and some others. nullopt if the file is malformed.
[[nodiscard]] std::optional<std::vector<std::uint32_t>>
search_qix(File const& file, QixHeader const& header, geometry::Box const& box);

} // namespace ms::source::shapefile
