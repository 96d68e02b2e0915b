// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws the reference map: an overview image with the map's extent marked on it.

#include "geometry/types.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"
#include "render/surround/furniture.hpp"
#include "style/fill_pattern.hpp"

namespace ms::render {

/// The mark of an extent.
enum class ExtentMark { None, Box, Point };

/// A box larger than MAXBOXSIZE on a side is not shown, one smaller than MINBOXSIZE on both sides
/// becomes a point. \param box in pixels
[[nodiscard]] ExtentMark extent_mark(mapfile::Reference const& reference,
                                     geometry::Box const& box) noexcept;

/// An extent in whole pixels of the reference image, y down, halves rounded to even numbers.
[[nodiscard]] geometry::Box reference_box(mapfile::Reference const& reference,
                                          style::ImageSize const& image,
                                          geometry::Box const& extent);

/// Draws the map's extent into IMAGE.
/// \throws Error{BadMapfile} naming the place in the mapfile where IMAGE or EXTENT is missing or
///         wrong
[[nodiscard]] image::Bitmap draw_reference_map(mapfile::Map const& map, Viewport const& view,
                                               FurnitureSetting const& setting,
                                               Services const& services);

} // namespace ms::render
