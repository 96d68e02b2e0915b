// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An image that scripts draw shapes on, one by one.

#include "mapfile/model/output_format.hpp"
#include "script/map.hpp"

namespace ms::image {
class Bitmap;
}
namespace ms::paint {
class Canvas;
}

namespace ms::script {

class ShapePainter;

/// The canvas of an image, open from call to call, with the painters of the classes last drawn: a
/// shape costs its drawing and a comparison of the class, its layer and the map with what was
/// planned.
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

private:
    template <typename Shape>
    bool draw(Shape const& shape, int type, mapObj& map, layerObj& layer, int classindex);
    ShapePainter& painter_of(int shape_type, mapObj& map, layerObj& layer, int classindex);

    image::Bitmap& m_ground;
    mapfile::OutputFormat m_format;
    std::unique_ptr<paint::Canvas> m_canvas;
    std::vector<std::unique_ptr<ShapePainter>> m_painters; ///< the newest last
};

} // namespace ms::script
