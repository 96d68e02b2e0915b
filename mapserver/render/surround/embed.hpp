// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws legends and scale bars with STATUS EMBED into the map.

#include "render/core/services.hpp"
#include "render/labels/label_sheet.hpp"

namespace ms::render {

/// When embedded furniture is drawn: with the labels, which then avoid its place, or over
/// everything (POSTLABELCACHE TRUE).
enum class EmbedWhen { WithLabels, AtTheEnd };

/// Whether the plan has any furniture to be drawn then.
[[nodiscard]] bool has_embedded(PlanState const& plan, EmbedWhen when) noexcept;

/// The position of an image that is embedded at `position` of a larger one: the pixel of its upper
/// left corner, halves rounded to even numbers, as in MapServer.
/// \param offset inwards from the edges
[[nodiscard]] geometry::Point embedded_corner(mapfile::Placement position,
                                              style::ImageSize const& map,
                                              style::ImageSize const& image,
                                              geometry::Point offset);

/// Draws the furniture that is due at the end, or adds it to the labels, as the first to be placed.
/// \throws Error{BadMapfile} naming the place in the mapfile
void embed(PlanState const& plan, EmbedWhen when, Services const& services, LabelSheet& labels,
           paint::Canvas& canvas);

} // namespace ms::render
