// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Keeps the pixels of SVG drawings for the next place that they are drawn at.

#include "image/resample.hpp"
#include "paint/svg.hpp"

#include <compare>
#include <cstddef>
#include <map>
#include <memory>

namespace ms::paint {

/// The rasters of one canvas, by size and angle, bounded in bytes. For one thread.
class SvgRasters {
public:
    static constexpr std::size_t default_bytes = std::size_t{8} << 20U;

    explicit SvgRasters(std::size_t max_bytes = default_bytes) : m_max_bytes(max_bytes) {}

    /// The visible part of the drawing, and where it is, counted from the place: the same for each
    /// place on whole pixels.
    /// \param turn without its place
    /// \throws as Svg::draw()
    [[nodiscard]] std::shared_ptr<image::Placed const> draw(Svg const& drawing,
                                                            image::Turn const& turn);

    [[nodiscard]] std::size_t kept_bytes() const noexcept { return m_kept_bytes; }

private:
    struct Key {
        std::shared_ptr<void const> drawing; ///< owned: no other one gets its address
        double scale = 1, angle_rad = 0, pivot_x = 0, pivot_y = 0;
        friend std::partial_ordering operator<=>(Key const&, Key const&) = default;
    };

    std::size_t m_max_bytes;
    std::size_t m_kept_bytes = 0;
    std::map<Key, std::shared_ptr<image::Placed const>> m_rasters;
};

} // namespace ms::paint
