// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which labels are drawn, and where.

#include "base/budget.hpp"
#include "label/along_line.hpp"
#include "label/candidate.hpp"
#include "label/quad.hpp"

namespace ms::label {

/// The line from a label's anchor to its placed text.
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

/// The image's constraints.
struct Image {
    geometry::Box frame; ///< labels that may not be cut are within
    /// false: everything is drawn where its first position puts it, in the order of the candidates
    bool collides = true;
};

/// Places candidates as MapServer does: from priority 10 down, in each priority the last added
/// first; a candidate is left out unless all its texts fit.
///
/// Markers block labels of the same and of higher priority, except their own. Once the labels of a
/// priority are placed, the remaining ones with a leader search for a place nearby.
///
/// Candidates with a world rank precede all others: by priority, then by rank. About constant time
/// for each candidate. Texts are shaped only if their anchor is free.
/// \param budget charged for the work and the result
[[nodiscard]] std::vector<Placed> place(std::vector<Candidate> const& candidates,
                                        Image const& image, Budget& budget);
/// The same without limits.
[[nodiscard]] std::vector<Placed> place(std::vector<Candidate> const& candidates,
                                        Image const& image);

} // namespace ms::label
