// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An image that scripts draw shapes and layers on, one by one.

#include "mapfile/model/output_format.hpp"
#include "script/map.hpp"

namespace ms::image {
class Bitmap;
}
namespace ms::paint {
class Canvas;
}
namespace ms::render {
class LayerPainter;
}

namespace ms::script {

struct LayerPainter;

/// What a painter is made for: shapes of a type and a class, or a whole layer.
struct Purpose {
    static constexpr int whole_layer = -1;

    mapObj* map = nullptr;
    layerObj* layer = nullptr;
    int classindex = whole_layer;
    int shape_type = MS_SHAPE_NULL;
    friend bool operator==(Purpose const&, Purpose const&) = default;
};

/// The canvas of an image, open from call to call, with the painters of the classes and layers last
/// drawn: a call costs its drawing, and after a change of anything a comparison of the class or
/// layer and the map with what was planned.
class OpenDrawing {
public:
    /// \param ground must outlive the object; its pixels are complete when the object is destroyed
    OpenDrawing(image::Bitmap& ground, mapfile::OutputFormat format);
    ~OpenDrawing();
    OpenDrawing(OpenDrawing const&) = delete;
    OpenDrawing& operator=(OpenDrawing const&) = delete;

    /// Draws a shape with the styles of a class, without labels.
    /// \return false if the shapes of the layer have to be drawn as a map of one feature
    [[nodiscard]] bool draw(shapeObj const& shape, mapObj& map, layerObj& layer, int classindex);
    [[nodiscard]] bool draw(pointObj const& point, mapObj& map, layerObj& layer, int classindex);
    /// Draws the features of a layer, without labels that are cached.
    /// \return false if the layer has to be drawn as a map
    [[nodiscard]] bool draw(mapObj& map, layerObj& layer);

private:
    template <typename Shape>
    bool draw(Shape const& shape, int type, mapObj& map, layerObj& layer, int classindex);
    LayerPainter& painter_of(Purpose const& purpose);
    [[nodiscard]] paint::Canvas& canvas_for(render::LayerPainter const& painter);

    image::Bitmap& m_ground;
    mapfile::OutputFormat m_format;
    std::unique_ptr<paint::Canvas> m_canvas;
    std::vector<std::unique_ptr<LayerPainter>> m_painters; ///< the newest last
};

} // namespace ms::script
