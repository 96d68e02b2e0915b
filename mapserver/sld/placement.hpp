// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts between AnchorPoint and POSITION.

#include "mapfile/model/common.hpp"

namespace ms::sld {

/// SE 1.1, 11.4.4: the point of the label that is put on the feature, (0, 0) its lower left corner.
///
/// MapServer reads it as the side of the feature where the label is, both in reading and in
/// writing, and so do we (tests/unit/sld/test_labels.cpp): "ul" is (0, 1).
struct Anchor {
    double x = 0.5;
    double y = 0.5;
};

/// The POSITION of a corner, an edge or the centre; CL, as in MapServer, for anchors between them.
[[nodiscard]] mapfile::Placement placement_of(Anchor const& anchor) noexcept;
[[nodiscard]] Anchor anchor_of(mapfile::Placement placement) noexcept;

} // namespace ms::sld
