// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Errors of layers in MapServer's form while a map is drawn.

#include "source/layer_error.hpp"

namespace ms::ows {

/// The result of `draw()`; an error of a layer starts with MapServer's sentence about maps.
template <typename Draw>
auto with_map_errors(Draw const& draw)
{
    try {
        return draw();
    } catch (source::LayerError const& error) {
        throw error.of_a_map();
    }
}

} // namespace ms::ows
