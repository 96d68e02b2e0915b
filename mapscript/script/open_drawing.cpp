// SPDX-License-Identifier: MIT
#include "script/open_drawing.hpp"

#include "base/fork_depth.hpp"
#include "render/draw/layer_painter.hpp"
#include "script/drawing.hpp"
#include "script/interpreter.hpp"
#include "script/services.hpp"

#include <algorithm>

namespace ms::script {

namespace {

constexpr std::size_t max_painters = 16;

Version version_of_symbols(mapObj& map, classObj const& drawn)
{
    Version version = 0;
    for (auto const& style : drawn.styles) {
        if (auto const symbol =
                at_or_null(map.symbolset.symbols, style->block.symbol.value.index)) {
            version = std::max(version, symbol->sync());
        }
    }
    return version;
}

/// The version of all that a class, or a layer, is drawn with: nothing of other classes, layers or
/// furniture.
Version version_of(Purpose const& purpose)
{
    auto& [map, layer, classindex, shape_type] = purpose;
    auto version = map->sync_attributes();
    if (classindex != Purpose::whole_layer) {
        auto& drawn = *layer->classes.child(classindex, "msDrawShape()");
        return std::max(
            {version, layer->sync_attributes(), drawn.sync(), version_of_symbols(*map, drawn)});
    }
    version = std::max(version, layer->sync());
    for (auto const& drawn : layer->classes) {
        version = std::max(version, version_of_symbols(*map, *drawn));
    }
    return version;
}

mapfile::Layer layer_for(Purpose const& purpose)
{
    return purpose.classindex == Purpose::whole_layer
               ? purpose.layer->current()
               : layer_of_class(purpose.shape_type, *purpose.layer, purpose.classindex);
}

/// Whether a layer is drawn without looking at others, which are not in its plan.
bool stands_alone(layerObj const& layer)
{
    return layer.block.mask.empty() && layer.block.tile_index.empty() &&
           layer.connectiontype != MS_UNION;
}

/// Adds the pieces of a shape to a feature, as those of an inline layer are.
void append_pieces(shapeObj const& shape, geometry::Kind kind, geometry::FeatureBuilder& feature)
{
    for (auto const& line : shape.lines) {
        for (auto const& point : line->points) {
            feature.points().push_back({point->x, point->y});
        }
        feature.end_piece(kind);
    }
    if (kind == geometry::Kind::Polygon) {
        feature.end_polygon();
    }
}

void append_pieces(pointObj const& point, geometry::Kind, geometry::FeatureBuilder& feature)
{
    feature.points().push_back({point.x, point.y});
    feature.end_points();
}

} // namespace

/// A painter, and whether it still is what a script would draw with.
struct LayerPainter {
    LayerPainter(Purpose const& for_what, render::Plan plan)
        : purpose(for_what), painter(std::move(plan), services)
    {}

    /// Whether nothing has changed since it was made, in this process. Compares only if a script
    /// may have changed something since the last time.
    [[nodiscard]] bool is_current()
    {
        bool const is_same = compared == change_count() || version_of(purpose) == version;
        compared = change_count();
        return is_same && made_in == fork_depth();
    }

    Purpose purpose;
    Version version = version_of(purpose);
    std::uint64_t compared = change_count(); ///< when it was last compared
    unsigned made_in = fork_depth();
    Deadline deadline; ///< none
    render::Services services = services_of(process(), deadline);
    render::LayerPainter painter;
};

OpenDrawing::OpenDrawing(image::Bitmap& ground, mapfile::OutputFormat format)
    : m_ground(ground), m_format(std::move(format))
{}

OpenDrawing::~OpenDrawing()
{
    m_painters.clear();
    if (m_canvas) {
        m_ground = m_canvas->finish();
    }
}

LayerPainter& OpenDrawing::painter_of(Purpose const& purpose)
{
    auto known = std::ranges::find_if(
        m_painters, [&](auto const& painter) { return painter->purpose == purpose; });
    if (known != m_painters.end() && (*known)->is_current()) {
        return **known;
    }
    if (known == m_painters.end() && m_painters.size() == max_painters) {
        known = m_painters.begin();
    }
    if (known != m_painters.end()) {
        m_painters.erase(known);
    }
    auto& map = *purpose.map;
    auto plan = plan_over(map, model_with(map, {layer_for(purpose)}), m_format,
                          {.cached_labels = render::CachedLabels::LeftOut});
    for (auto const& note : plan.state().notes) {
        process().log.write(LogLevel::Notice, note);
    }
    return *m_painters.emplace_back(std::make_unique<LayerPainter>(purpose, std::move(plan)));
}

paint::Canvas& OpenDrawing::canvas_for(render::LayerPainter const& painter)
{
    if (!m_canvas) {
        auto options = painter.state().canvas_options;
        options.width = m_ground.width();
        options.height = m_ground.height();
        options.ground = &m_ground;
        m_canvas = painter.state().canvas->make(options);
    }
    return *m_canvas;
}

bool OpenDrawing::draw(mapObj& map, layerObj& layer)
{
    if (!stands_alone(layer)) {
        return false;
    }
    auto& painter = painter_of({&map, &layer}).painter;
    if (!painter.draws_features()) {
        return false;
    }
    if (!painter.draws_nothing()) {
        auto& canvas = canvas_for(painter);
        Unlocked const unlocked;
        painter.draw_features(canvas);
    }
    return true;
}

template <typename Shape>
bool OpenDrawing::draw(Shape const& shape, int type, mapObj& map, layerObj& layer, int classindex)
{
    auto& painter = painter_of({&map, &layer, classindex, type}).painter;
    if (!painter.draws_shapes()) {
        return false;
    }
    if (!painter.draws_nothing()) {
        painter.draw_shape(canvas_for(painter), [&shape](auto kind, auto& feature) {
            append_pieces(shape, kind, feature);
        });
    }
    return true;
}

bool OpenDrawing::draw(shapeObj const& shape, mapObj& map, layerObj& layer, int classindex)
{
    return draw(shape, shape.type, map, layer, classindex);
}

bool OpenDrawing::draw(pointObj const& point, mapObj& map, layerObj& layer, int classindex)
{
    return draw(point, MS_SHAPE_POINT, map, layer, classindex);
}

} // namespace ms::script
