// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the spatial index of a shapefile (qix.hpp describes the format).

#include "geometry/types.hpp"
#include "source/shapefile/bytes.hpp"

#include <optional>
#include <vector>

namespace ms::source::shapefile {

struct QixFormat {
    ByteOrder order = ByteOrder::Little;
    bool has_mark = true; ///< false: the old format without "SQT"
};

/// Deeper trees have boxes below the resolution of coordinates.
inline constexpr unsigned max_qix_depth = 24;

/// The depth at which a node holds about four of `shape_count` evenly spread shapes; MapServer's.
[[nodiscard]] unsigned default_qix_depth(std::size_t shape_count) noexcept;

/// The index of records with these boxes, in record order; nullopt for a null shape.
/// \param depth clamped to max_qix_depth
[[nodiscard]] std::vector<std::byte> encode_qix(std::span<std::optional<geometry::Box> const> boxes,
                                                unsigned depth, QixFormat format);

} // namespace ms::source::shapefile
