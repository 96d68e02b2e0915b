// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Renders SVG drawings to pixels.

#include "image/resample.hpp"

#include <cstdint>
#include <memory>
#include <span>

struct _cairo; // cairo_t

namespace ms::paint {

/// A drawing read once and rasterised at any size. Threads may share it; they take turns.
class Svg {
public:
    /// References to other files are not followed.
    /// \throws Error{Source} for an invalid SVG
    explicit Svg(std::span<std::uint8_t const> file);
    ~Svg();
    Svg(Svg&&) noexcept;
    Svg& operator=(Svg&&) noexcept;

    [[nodiscard]] double width() const noexcept { return m_width; } ///< pixels, at scale 1
    [[nodiscard]] double height() const noexcept { return m_height; }
    /// \param turn its pivot in the drawing's pixels
    /// A result with a side above image::longest_resampled_px is not made.
    /// \throws Error{Source} when the drawing cannot be rendered
    [[nodiscard]] image::Placed draw(image::Turn const& turn) const;
    /// Names the drawing for as long as it is held.
    [[nodiscard]] std::shared_ptr<void const> identity() const noexcept { return m_state; }
    /// Approximate size of one copy of it in a document: several times its file.
    [[nodiscard]] std::size_t document_bytes() const noexcept { return m_document_bytes; }
    /// The same as vectors, on a context whose units are pixels; its state is unchanged.
    void draw_on(_cairo& context, image::Turn const& turn) const;

private:
    struct State;
    std::shared_ptr<State> m_state;
    double m_width = 1;
    double m_height = 1;
    std::size_t m_document_bytes = 0;
};

} // namespace ms::paint
