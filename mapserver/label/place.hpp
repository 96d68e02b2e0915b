// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Deciding which labels are drawn, and where.

#include "label/along_line.hpp"
#include "label/candidate.hpp"
#include "label/quad.hpp"

namespace ms::label {

/// A text that is drawn.
struct Placed {
    std::uint32_t look = 0;
    double size_px = 10;
    geometry::Point anchor;
    double angle_rad = 0;
    text::Block block;                     ///< glyphs from `origin`, to be turned about `anchor`
    geometry::Point origin;                ///< of the block in the picture, before turning
    Quad frame;                            ///< around the text, turned
    std::shared_ptr<PathText const> along; ///< instead of the block
};

/// What the picture allows.
struct Picture {
    geometry::Box frame;  ///< labels that may not be cut are within
    bool collides = true; ///< false: everything is drawn where its first position puts it
};

/// Places candidates as MapServer does: from priority 10 down, in each priority the last added
/// first; a candidate whose texts do not all find room is left out.
///
/// Markers keep labels of the same and of higher priority off, other than their own.
/// About constant time for each candidate. Texts are shaped only when their anchor is free.
[[nodiscard]] std::vector<Placed> place(std::vector<Candidate> const& candidates,
                                        Picture const& picture);

} // namespace ms::label
