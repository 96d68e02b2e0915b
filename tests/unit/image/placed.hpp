// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Locates the content of resampled images, for tests.

#include "image/resample.hpp"

namespace test {

/// The colour at a place of the image that contains the result.
inline ms::image::Color at(ms::image::Placed const& placed, int x, int y)
{
    x -= placed.x;
    y -= placed.y;
    if (x < 0 || y < 0 || x >= placed.bitmap.width() || y >= placed.bitmap.height()) {
        return {0, 0, 0, 0};
    }
    auto const i = static_cast<std::size_t>(y * placed.bitmap.width() + x) * 4;
    auto const p = placed.bitmap.view().pixels;
    return {p[i], p[i + 1], p[i + 2], p[i + 3]};
}

} // namespace test
