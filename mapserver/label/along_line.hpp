// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Labels of lines: their anchors, and text that follows the line.

#include "base/budget.hpp"
#include "label/quad.hpp"
#include "text/block.hpp"

#include <optional>
#include <span>
#include <vector>

namespace ms::label {

/// A place on a line with its direction there.
struct LinePoint {
    geometry::Point at;
    double angle_rad = 0; ///< of the line as drawn, counter-clockwise as seen
};

/// The middle of the longest segment; with a repeat distance an odd number of places, evenly spaced
/// along the line, about that far apart.
/// \param line pixels. Empty for a line without length.
[[nodiscard]] std::vector<LinePoint> line_points(std::span<geometry::Point const> line,
                                                 double repeat_distance);

/// The same places in pairs from both ends, the middle last.
[[nodiscard]] std::vector<LinePoint> outermost_first(std::span<LinePoint const> places);

/// The direction a text is to have so that it is not upside down.
[[nodiscard]] double readable(double angle_rad) noexcept;

/// A text set along a line: every glyph has its own direction.
struct PathText {
    struct Glyph {
        text::Font const* font = nullptr;
        std::uint32_t id = 0;
        geometry::Point at; ///< pixels in the image
        double angle_rad = 0;
    };
    std::vector<Glyph> glyphs;
    std::vector<Quad> room; ///< taken in the image, one or more per glyph
};

/// Bytes that it takes.
[[nodiscard]] inline std::size_t bytes_of(PathText const& text) noexcept
{
    return sizeof text + text.glyphs.size() * sizeof(PathText::Glyph) +
           text.room.size() * sizeof(Quad);
}

/// The settings of a text that follows its line.
struct PathSetting {
    double size_px = 10;          ///< per em
    double drop = 5;              ///< of the baseline below the line
    double max_turn_rad = 0.3927; ///< from glyph to glyph (MAXOVERLAPANGLE)
    double buffer = 0;            ///< free space around the text
    double repeat_distance = 0;   ///< pixels; 0: once, in the middle
    bool is_forced = false;       ///< may be longer than the line; it turns no more for it
};

/// Whether a text may follow a line of that length: as MapServer, it may be up to half as long
/// again.
[[nodiscard]] constexpr bool is_long_enough(double line_length, double text_width) noexcept
{
    return text_width <= 1.5 * line_length;
}

/// Sets one line of text along a line, once or repeatedly. If the line bends too much it tries
/// places nearby: a text with many spaces has many.
/// \return empty if it does not fit
/// \param budget charged for the work and the result
[[nodiscard]] std::vector<PathText> set_along(std::span<geometry::Point const> line,
                                              text::Block const& text, PathSetting const& setting,
                                              Budget& budget);
/// The same without limits.
[[nodiscard]] std::vector<PathText> set_along(std::span<geometry::Point const> line,
                                              text::Block const& text, PathSetting const& setting);

} // namespace ms::label
