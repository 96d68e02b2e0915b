// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The common steps of the drawing functions of scripts.

#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"
#include "render/plan/plan.hpp"
#include "script/map.hpp"

namespace ms::script {

/// STATUS ON or DEFAULT.
[[nodiscard]] bool is_on(layerObj const& layer) noexcept;
/// The layers an image has, in their order; unset while the library would choose the same.
[[nodiscard]] std::optional<std::vector<render::LayerChoice>> choices_of(mapObj const& map);
/// Whether the size of its image is set.
[[nodiscard]] bool has_size(mapObj const& map) noexcept;
/// The map's own view. MAXSIZE limits clients only: scripts draw images of any size.
[[nodiscard]] render::ViewportRequest view_of_script(mapfile::Map const& map);
/// The view of a map; sets its scaledenom and cellsize.
[[nodiscard]] render::Viewport viewport_of(mapObj& map);
/// The same, and sets the map's extent to the view: it grows to the shape of the image.
render::Viewport adjust_extent(mapObj& map);
[[nodiscard]] mapfile::OutputFormat format_of(mapObj const& map);
[[nodiscard]] mapfile::OutputFormat format_of(imageObj const& image);
[[nodiscard]] std::shared_ptr<imageObj> draw_layers(mapObj& map, render::Overrides overrides);
/// Lays an image of pixels over another one. \throws Failure{MS_IMGERR} for documents
void stamp(imageObj& image, imageObj const& drawn, int x = 0, int y = 0, double opacity = 1);
/// Draws a layer over an image; its labels wait for drawLabelCache(), like those of shapes.
/// \param results of a query, drawn with QUERYMAP and their labels; null: all features
void draw_layer(layerObj& layer, mapObj& map, imageObj& image,
                std::shared_ptr<render::Selection const> const& results = nullptr);
/// Layers of a model as they are drawn over an image of a map.
[[nodiscard]] render::Plan plan_over(mapObj& map, std::shared_ptr<mapfile::Map const> model,
                                     mapfile::OutputFormat const& format,
                                     render::Overrides overrides);
/// The map with other layers.
[[nodiscard]] std::shared_ptr<mapfile::Map const> model_with(mapObj& map,
                                                             std::vector<mapfile::Layer> layers);
/// A layer without features, of one class, for shapes of a type.
[[nodiscard]] mapfile::Layer layer_of_class(int shape_type, layerObj& layer, int classindex);

} // namespace ms::script
