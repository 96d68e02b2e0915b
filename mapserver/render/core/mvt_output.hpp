// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Recognizes output formats of DRIVER MVT.

#include "mapfile/model/output_format.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace ms::render {

/// What happens to features that have no room in a tile.
enum class WhenFull : std::uint8_t {
    Truncate, ///< the tile ends before them
    Error     ///< there is no tile
};

/// An OUTPUTFORMAT of DRIVER MVT: vector tiles, https://github.com/mapbox/vector-tile-spec 2.1.
struct MvtFormat {
    int extent = 4096;    ///< FORMATOPTION EXTENT: units of a tile's side
    int edge_buffer = 10; ///< FORMATOPTION EDGE_BUFFER: pixels around it, of 256 to a side
    /// FORMATOPTION MAX_FEATURES and MAX_BYTES, of all layers together, before compression.
    std::size_t max_features = std::numeric_limits<std::size_t>::max();
    std::size_t max_bytes = std::numeric_limits<std::size_t>::max();
    WhenFull when_full = WhenFull::Truncate; ///< FORMATOPTION WHEN_FULL
    bool makes_valid = true;                 ///< FORMATOPTION MAKE_VALID: of polygons

    /// Units around the tile that features reach into.
    [[nodiscard]] int buffer() const noexcept;
};

[[nodiscard]] bool is_mvt_format(mapfile::OutputFormat const& format) noexcept;

/// \param format is_mvt_format()
/// \throws Error{BadMapfile} for an option with another value
[[nodiscard]] MvtFormat parse_mvt_format(mapfile::OutputFormat const& format);

} // namespace ms::render
