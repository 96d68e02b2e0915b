// SPDX-License-Identifier: MIT
#include "script/open_drawing.hpp"

#include "base/fork_depth.hpp"
#include "geometry/feature_builder.hpp"
#include "mapfile/layer_kind.hpp"
#include "render/core/lone_image.hpp"
#include "render/draw/vector_step.hpp"
#include "render/plan/plan.hpp"
#include "script/drawing.hpp"
#include "script/interpreter.hpp"
#include "script/services.hpp"
#include "source/registry.hpp"
#include "source/wms/server.hpp"

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
            version = std::max(version, sync(*symbol));
        }
    }
    return version;
}

/// The version of all that a class, or a layer, is drawn with: nothing of other classes, layers or
/// furniture.
Version version_of(Purpose const& purpose)
{
    auto& [map, layer, classindex, shape_type] = purpose;
    auto version = sync_attributes(*map);
    if (classindex != Purpose::whole_layer) {
        auto& drawn = *layer->classes.child(classindex, "msDrawShape()");
        return std::max(
            {version, sync_attributes(*layer), sync(drawn), version_of_symbols(*map, drawn)});
    }
    version = std::max(version, sync(*layer));
    for (auto const& drawn : layer->classes) {
        version = std::max(version, version_of_symbols(*map, *drawn));
    }
    return version;
}

mapfile::Layer layer_for(Purpose const& purpose)
{
    return purpose.classindex == Purpose::whole_layer
               ? compose(*purpose.layer)
               : layer_of_class(purpose.shape_type, *purpose.layer, purpose.classindex);
}

/// Whether a layer is drawn without looking at others, which are not in its plan.
bool stands_alone(layerObj const& layer)
{
    return layer.block.mask.empty() && layer.block.tile_index.empty() &&
           layer.connectiontype != MS_UNION;
}

/// The map with one layer alone, drawn over an image.
render::Plan plan_alone(mapObj& map, mapfile::Layer layer, mapfile::OutputFormat const& format)
{
    auto const view = viewport_of(map);
    auto model = std::make_shared<mapfile::Map>(*map.freeze());
    model->layers = {std::move(layer)};
    render::Overrides overrides;
    overrides.is_transparent = true;
    overrides.embeds_furniture = false;
    overrides.cached_labels = render::CachedLabels::LeftOut;
    overrides.nearest_rule = render::rule_of_lone_image(view);
    return render::make_plan(std::move(model), view, overrides, format);
}

void append_points(lineObj const& line, std::vector<geometry::Point>& points)
{
    for (auto const& point : line.points) {
        points.push_back({point->x, point->y});
    }
}

/// Adds the pieces of a shape to a feature, as those of an inline layer are.
void append_pieces(shapeObj const& shape, geometry::Kind pieces, geometry::FeatureBuilder& feature)
{
    for (auto const& line : shape.lines) {
        append_points(*line, feature.points());
        if (pieces == geometry::Kind::Polygon) {
            feature.end_ring();
        } else if (pieces == geometry::Kind::Line) {
            feature.end_line();
        } else {
            feature.end_points();
        }
    }
    if (pieces == geometry::Kind::Polygon) {
        feature.end_polygon();
    }
}

void append_pieces(pointObj const& point, geometry::Kind, geometry::FeatureBuilder& feature)
{
    feature.points().push_back({point.x, point.y});
    feature.end_points();
}

} // namespace

/// Draws shapes with one class of a layer, or the features of a layer.
class LayerPainter {
public:
    LayerPainter(Purpose const& purpose, Version version, render::Plan plan)
        : m_purpose(purpose), m_version(version), m_plan(std::move(plan))
    {}

    [[nodiscard]] bool is_for(Purpose const& purpose) const { return m_purpose == purpose; }
    /// Whether no script has changed anything since it was known to be current, in this process.
    [[nodiscard]] bool is_untouched() const noexcept
    {
        return m_change_count == change_count() && m_fork_depth == fork_depth();
    }
    /// Whether nothing has changed since it was made, in this process.
    [[nodiscard]] bool is_current(Version version) noexcept
    {
        m_change_count = change_count();
        return m_version == version && m_fork_depth == fork_depth();
    }
    [[nodiscard]] render::PlanState const& state() const { return m_plan.state(); }

    /// A layer that is not visible now has no step: nothing is drawn.
    [[nodiscard]] bool draws_nothing() const { return state().steps.empty(); }
    /// Whether shapes can be drawn one by one: the layer is drawn straight on the map, whatever
    /// attributes a shape has.
    [[nodiscard]] bool draws_one_by_one() const
    {
        auto const& steps = state().steps;
        return steps.empty() || (steps.size() == 1 && draws_straight(steps.front()) &&
                                 steps.front().query.fields.empty());
    }

    /// Whether the layer's features can be drawn in the same way, read by the plan's query.
    [[nodiscard]] bool draws_features() const
    {
        auto const& steps = state().steps;
        return steps.empty() || (steps.size() == 1 && draws_straight(steps.front()) &&
                                 steps.front().layer.type != mapfile::LayerType::Raster &&
                                 !source::wms::is_cascaded(steps.front().layer));
    }

    void draw_features(paint::Canvas& canvas)
    try {
        Unlocked const unlocked;
        auto const& step = state().steps.front();
        auto const source = source::open_source(*state().map, step.layer, m_services);
        auto const cursor = source->start(step.query);
        render::draw_vector_step(step, *cursor, m_services, painter_on(canvas), m_batch);
    } catch (...) {
        m_painter.reset(); // it may keep features of what has failed
        throw;
    }

    template <typename Shape>
    void draw(Shape const& shape, paint::Canvas& canvas)
    {
        auto const& step = state().steps.front();
        auto& painter = painter_on(canvas);
        m_batch.reset(0);
        if (!append(shape, step)) {
            return;
        }
        m_batch.texts.append_null();
        painter.draw(m_batch);
        painter.finish();
    }

private:
    [[nodiscard]] static bool draws_straight(render::VectorStep const& step)
    {
        auto const& layer = step.layer;
        bool const has_own_labels =
            !layer.label_cache && std::ranges::any_of(layer.classes, [](auto const& drawn_class) {
                return !drawn_class.labels.empty();
            });
        return step.blends.empty() && !step.mask && step.max_drawn < 0 && !has_own_labels &&
               layer.type != mapfile::LayerType::Chart;
    }

    render::VectorPainter& painter_on(paint::Canvas& canvas)
    {
        if (!m_painter) {
            m_painter.emplace(state(), state().steps.front(), m_services, canvas);
        }
        return *m_painter;
    }

    /// \return false for a shape that has nothing to draw, or nothing within the map
    template <typename Shape>
    bool append(Shape const& shape, render::VectorStep const& step)
    {
        auto const requested = step.query.kind;
        auto const of_layer = mapfile::kind_of(step.layer.type);
        geometry::FeatureBuilder feature{requested, m_batch.geometry};
        append_pieces(shape, of_layer == geometry::Kind::None ? requested : of_layer, feature);
        auto const& box = step.query.box;
        return feature.finish() && m_batch.geometry.kinds.front() != geometry::Kind::None &&
               (!box || m_batch.geometry.box_of(0).intersects(*box));
    }

    Purpose m_purpose;
    Version m_version;
    std::uint64_t m_change_count = change_count(); ///< when it was last compared
    unsigned m_fork_depth = fork_depth();
    render::Plan m_plan;
    Deadline m_deadline; ///< none
    render::Services m_services = services_of(process(), m_deadline);
    feature::FeatureBatch m_batch;
    std::optional<render::VectorPainter> m_painter;
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
        m_painters, [&](auto const& painter) { return painter->is_for(purpose); });
    if (known != m_painters.end() && (*known)->is_untouched()) {
        return **known;
    }
    auto const version = version_of(purpose);
    if (known != m_painters.end() && (*known)->is_current(version)) {
        return **known;
    }
    if (known == m_painters.end() && m_painters.size() == max_painters) {
        known = m_painters.begin();
    }
    if (known != m_painters.end()) {
        m_painters.erase(known);
    }
    auto plan = plan_alone(*purpose.map, layer_for(purpose), m_format);
    for (auto const& note : plan.state().notes) {
        process().log.write(LogLevel::Notice, note);
    }
    return *m_painters.emplace_back(
        std::make_unique<LayerPainter>(purpose, version, std::move(plan)));
}

paint::Canvas& OpenDrawing::canvas_for(LayerPainter const& painter)
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
    auto& painter = painter_of({&map, &layer});
    if (!painter.draws_features()) {
        return false;
    }
    if (!painter.draws_nothing()) {
        painter.draw_features(canvas_for(painter));
    }
    return true;
}

template <typename Shape>
bool OpenDrawing::draw(Shape const& shape, int type, mapObj& map, layerObj& layer, int classindex)
{
    auto& painter = painter_of({&map, &layer, classindex, type});
    if (!painter.draws_one_by_one()) {
        return false;
    }
    if (!painter.draws_nothing()) {
        painter.draw(shape, canvas_for(painter));
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
