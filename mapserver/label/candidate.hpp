// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The candidates for labels, before they are placed.

#include "text/block.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ms::label {

/// First letter: above, level with, below; second: left, centred, right of the anchor.
enum class Position : std::uint8_t { UL, UC, UR, CL, CC, CR, LL, LC, LR, Auto };

/// On: drawn even if it collides. Group: as Off, but texts of one candidate may overlap.
enum class Force : std::uint8_t { Off, On, Group };

/// What of a text is at its anchor: with a Position its place beside it; or, regardless of position
/// and offset, the start of its last baseline, or the lower left corner of its box.
enum class Placing : std::uint8_t { Beside, OnBaseline, OnBox };

/// The geometry that is labelled; determines which positions Auto tries.
enum class Carrier : std::uint8_t { Point, Line, Polygon };

/// The settings of a text and its possible positions; sizes in pixels.
struct Text {
    std::string text;      ///< lines end with '\n'
    std::string unwrapped; ///< if it is another
    std::shared_ptr<text::FontList const> fonts;
    double size_px = 10;     ///< per em
    double line_height = 13; ///< baseline to baseline
    double drop = 5;         ///< set along a line: its baseline runs so far below
    text::Align align = text::Align::Default;
    Position position = Position::CC;
    Placing placing = Placing::Beside;
    geometry::Point offset;   ///< away from the anchor; to the right and down for CC
    double angle_rad = 0;     ///< counter-clockwise as seen
    double buffer = 0;        ///< room kept free around the text
    double min_distance = -1; ///< to labels of the same unwrapped text; < 0: any
    Force force = Force::Off;
    bool may_be_cut = false;          ///< PARTIALS: at the edge of the image
    std::vector<geometry::Box> boxes; ///< symbols below it, around the anchor
    double outline = 0; ///< of the letters; symbols at the anchor push the text away by half of it
    geometry::Point symbol_size; ///< of these symbols; unset without any
    std::uint32_t look = 0;      ///< the caller's: how it is drawn
    /// Already set along a line: the glyphs in the image, each rotated.
    std::shared_ptr<struct PathText const> along;

    [[nodiscard]] std::string const& without_breaks() const noexcept
    {
        return unwrapped.empty() ? text : unwrapped;
    }
    [[nodiscard]] text::Setting setting() const { return {*fonts, size_px, line_height, align}; }
};

/// LEADER: texts that find no room at their anchor may move away and be tied to it by a line.
struct Leader {
    double grid_step_px = 5;
    double max_distance_px = 0; ///< of either axis; 0: nowhere
    std::uint32_t look = 0;     ///< the caller's: how the line is drawn
};

/// One anchor with texts that are all drawn or all left out.
struct Candidate {
    geometry::Point anchor;
    Carrier carrier = Carrier::Point;
    int priority = 1;                      ///< 1..10, the highest is placed first
    std::optional<geometry::Point> marker; ///< size of the symbol drawn at the anchor
    std::vector<Text> texts;
    std::optional<Leader> leader;
    /// The order among equal priorities, lowest first, instead of the order of the candidates.
    /// Labels with a rank are placed before all others, independently of the image's edge: images
    /// with the same candidates place them identically (LABEL_ANCHOR=WORLD).
    std::optional<std::uint64_t> world_rank;
};

/// Memory of a candidate, including the objects that it owns exclusively.
[[nodiscard]] std::size_t bytes_of(Candidate const& candidate) noexcept;

} // namespace ms::label
