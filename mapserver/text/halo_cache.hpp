// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Keeps the halos of a font's letters from one image to the next.

#include "geometry/column.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace ms::text {

/// Stroking a letter takes several times as long as filling it, and a tile shows each of its
/// letters about once: stroked anew for every image, halos would take a tenth of a tile with
/// labels. Who strokes is not the font's business. Safe from all threads, bounded; emptied when
/// full.
class HaloCache {
public:
    struct Key {
        std::uint32_t glyph;
        double size_px;
        double width_px; ///< that the halo reaches beyond the letter
        friend auto operator<=>(Key const&, Key const&) = default;
    };
    using Shape = std::shared_ptr<geometry::GeometryColumn const>;
    /// A map has one size of text per style, and a writing system some hundred letters of 3 kB.
    static constexpr std::size_t max_bytes = 4 << 20;

    /// Null if it is not known.
    [[nodiscard]] Shape find(Key const& key) const;
    /// Does nothing if the shape alone is too large.
    void keep(Key const& key, Shape shape);

private:
    mutable std::mutex m_mutex;
    std::map<Key, Shape> m_shapes;
    std::size_t m_bytes = 0; ///< of m_shapes
};

} // namespace ms::text
