// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Chooses the encoding in which the database sends geometry, from what the map can show.

#include "source/postgis/facts/table_facts.hpp"
#include "source/query.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ms::source::postgis {

/// PROCESSING "GEOMETRY_ENCODING=...".
enum class EncodingWish : std::uint8_t { Auto, Wkb, Twkb, Hex };

/// Without case; nullopt for an unknown word.
[[nodiscard]] std::optional<EncodingWish> parse_encoding(std::string_view word) noexcept;

enum class Encoding : std::uint8_t {
    Wkb,
    Hex,     ///< WKB as hexadecimal text: the baseline of benchmarks
    Twkb,    ///< integers on a grid; WKB for geometries that TWKB cannot represent
    Snapped, ///< WKB that we move onto the grid: the vertices of Twkb
};

struct Transfer {
    Encoding encoding = Encoding::Wkb;
    bool reduce = false;  ///< drop vertices that the pixel cannot show
    double tolerance = 0; ///< of that, in units of the source's CRS
    double spacing = 0;   ///< vertices this close to the one before go first: half of the work
    /// Twkb and Snapped: size of one integer step, in units of the source's CRS. The edge of the
    /// world is a line of the grid: a step beyond it would be on the other side.
    double grid = 0;
    geometry::Point origin{}; ///< of the integers
    /// Snapped: vertices that TWKB leaves to a ring, also if they are in one place.
    std::size_t fewest_vertices = 2;
    bool clip_large = false; ///< cut very large geometries off around the box, and reduce them
    /// All of the above except the cut is the same for all maps of about this scale, for any box;
    /// the size of a pixel, in units of the source's CRS. 0: valid only for this box.
    double level = 0;
    std::string why; ///< for people
};

/// Full precision (pixel_size 0) always travels as WKB.
[[nodiscard]] Transfer choose_transfer(EncodingWish wish, Query const& query,
                                       TableFacts const& facts);

/// A geometry that takes more bytes in the table is large: thousands of vertices.
constexpr int large_geometry_bytes = 65536;

/// Vertices that the planner's statistics promise inside the box; -1: unknown.
[[nodiscard]] double expected_vertices(Query const& query, TableFacts const& facts) noexcept;

} // namespace ms::source::postgis
