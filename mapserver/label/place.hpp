// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which labels are drawn, and where.

#include "base/budget.hpp"
#include "label/along_line.hpp"
#include "label/candidate.hpp"
#include "label/quad.hpp"

namespace ms::label {

/// The line from where a label belongs to where it found room.
struct LeaderLine {
    geometry::Point from;
    geometry::Point to;
    std::uint32_t look = 0;
};

/// A text that is drawn.
struct Placed {
    std::uint32_t look = 0;
    double size_px = 10;
    geometry::Point anchor;
    double angle_rad = 0;
    text::Block block;                     ///< glyphs from `origin`, to be turned about `anchor`
    geometry::Point origin;                ///< of the block in the image, before turning
    Quad frame;                            ///< around the text, turned
    std::shared_ptr<PathText const> along; ///< instead of the block
    std::optional<LeaderLine> leader;      ///< drawn below it; with the first text of a candidate
};

/// What the image allows.
struct Image {
    geometry::Box frame;  ///< labels that may not be cut are within
    bool collides = true; ///< false: everything is drawn where its first position puts it
};

/// Places candidates as MapServer does: from priority 10 down, in each priority the last added
/// first; a candidate whose texts do not all find room is left out.
///
/// Markers keep labels of the same and of higher priority off, other than their own. Once the
/// labels of a priority are placed, those left over that have a leader look for room around.
///
/// Candidates with a world rank go before all others: by priority, then by rank.
/// About constant time for each candidate. Texts are shaped only when their anchor is free.
/// \param budget is worked on, and counts what placing and its result take
[[nodiscard]] std::vector<Placed> place(std::vector<Candidate> const& candidates,
                                        Image const& image, Budget& budget);
/// The same without limits.
[[nodiscard]] std::vector<Placed> place(std::vector<Candidate> const& candidates,
                                        Image const& image);

} // namespace ms::label
