// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws the legend: one row for each class, with its icon and its title.

#include "render/core/services.hpp"
#include "render/surround/furniture.hpp"
#include "render/surround/furniture_text.hpp"

#include <memory>

namespace ms::render {

/// A class with its place in the legend.
struct LegendRow {
    /// With substitutions in place; without any it is the map's own, with the map's lifetime.
    std::shared_ptr<mapfile::Layer const> layer;
    std::size_t class_index = 0;
    TextSize text_size;
    geometry::Box key;           ///< pixels
    geometry::Point text_corner; ///< upper left
};

struct LegendLayout {
    int width = 0;  ///< pixels
    int height = 0; ///< pixels
    std::vector<LegendRow> rows;
};

/// The layers with classes in a legend: in reverse order, without those of TYPE QUERY and those out
/// of their scale. Classes that are out of scale, of another class group than the active one, or
/// without TITLE and NAME have no row.
/// \param budget charged for the rows
/// \throws Error{Limit}
[[nodiscard]] LegendLayout lay_out_legend(mapfile::Map const& map, LegendRequest const& request,
                                          FurnitureText const& label, Budget& budget);

/// Lays out and draws the LEGEND of a map.
/// \throws Error{BadMapfile} naming the place in the mapfile, Error{Limit} when it has more pixels
/// than a map of MAXSIZE
[[nodiscard]] image::Bitmap draw_legend(mapfile::Map const& map, LegendRequest const& request,
                                        FurnitureSetting setting, Services const& services);
/// The same, as a document where the format is one (SVG, PDF).
[[nodiscard]] MapImage legend_image(mapfile::Map const& map, LegendRequest const& request,
                                    FurnitureSetting const& setting, Services const& services);

/// The size of that image. \throws as draw_legend()
[[nodiscard]] mapfile::Size legend_size(mapfile::Map const& map, LegendRequest const& request,
                                        Services const& services);

/// The icon of one class, at any scale, with the size of a key.
[[nodiscard]] image::Bitmap draw_icon(mapfile::Map const& map, mapfile::Layer const& layer,
                                      mapfile::Class const& shown, LegendRequest const& request,
                                      FurnitureSetting setting, Services const& services);
/// The same, as a document where the format is one.
[[nodiscard]] MapImage icon_image(mapfile::Map const& map, mapfile::Layer const& layer,
                                  mapfile::Class const& shown, LegendRequest const& request,
                                  FurnitureSetting const& setting, Services const& services);

} // namespace ms::render
