// SPDX-License-Identifier: MIT
#include "render/draw/vector_step.hpp"

#include "base/error.hpp"
#include "geometry/cut_edges.hpp"
#include "render/draw/circle.hpp"
#include "render/draw/step_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::render {

VectorPainter::VectorPainter(PlanState const& plan, VectorStep const& step,
                             Services const& services, paint::Canvas& canvas, LayerLabels* labels)
    : m_plan(plan), m_step(step),
      m_budget(services.budget != nullptr ? *services.budget : m_unlimited),
      m_art(*plan.map, &services.fonts, services.symbol_files),
      m_symbol_painter(canvas, image_of(step, plan), &m_budget), m_labels(labels),
      m_cutter({}, cutting_box(step), geometry::Thinning::None),
      m_cut_edge_step(cut_edge_step(step, plan.viewport)),
      m_to_map({step.layer_crs, plan.viewport.crs}, cutting_box(step),
               tolerance_of(step, plan.viewport)),
      m_class_index(step.classes, step.query.fields, environment_of(step.layer, plan.viewport)),
      m_projector(affine_of(step, plan.viewport), clip_box(step, plan.viewport),
                  thinning_of(step.layer)),
      m_clipper(affine_of(step, plan.viewport), visible_box(step, plan.viewport),
                thinning_of(step.layer)),
      m_class_clips(clip_boxes_of_classes(step, plan.viewport)),
      m_label_projector(affine_of(step, plan.viewport), geometry::unbounded,
                        thinning_of(step.layer)),
      m_own_classes(*plan.map, ogr_context_of(step.layer, plan.viewport))
{
    m_class_index.set_budget(m_budget);
    m_art.set_budget(&m_budget);
    double const turn = world_turn(step, plan.viewport);
    m_cutter.set_ring_start(geometry::RingStart::First);
    for (auto* projector : {&m_projector, &m_clipper}) {
        projector->set_turn(turn);
        projector->set_ring_margin(std::max(0.0, step.reach_px - step.clip_px));
        if (step.is_of_tile) {
            projector->set_ring_start(geometry::RingStart::First);
        }
    }
    m_label_projector.set_turn(turn);
    if (!step.layer.geom_transform.empty()) {
        m_transform = std::make_unique<ShapeTransform>(*plan.map, step, plan.viewport,
                                                       step.layer.geom_transform, step.layer.at);
    }
    for (auto const& class_plan : step.class_plans) {
        auto const& drawn_class = step.layer.classes[class_plan.class_index];
        auto& painters = m_styles.emplace_back();
        for (auto const index : class_plan.style_indexes) {
            painters.push_back(painter_of(drawn_class.styles[index], step.scaling));
        }
        m_style_count = std::max(m_style_count, painters.size());
    }
}

VectorPainter::StylePainter VectorPainter::painter_of(mapfile::Style const& drawn_style,
                                                      style::Scaling const& scaling)
{
    StylePainter painter{
        &drawn_style,
        scaling,
        {drawn_style, m_step.query.fields, m_step.expressions, style::color_space_of(m_step.layer)},
        {},
        {},
        m_step.kind};
    painter.last_values = style::constant_values(drawn_style);
    painter.symbolizers = resolved(painter, painter.last_values, painter.kind);
    if (style::is_expression(drawn_style.geom_transform)) {
        painter.transform = std::make_unique<ShapeTransform>(*m_plan.map, m_step, m_plan.viewport,
                                                             drawn_style.geom_transform,
                                                             drawn_style.geom_transform_at);
    }
    return painter;
}

style::Symbolizers VectorPainter::resolved(StylePainter const& painter,
                                           style::StyleValues const& values, geometry::Kind kind)
{
    auto turned = values;
    if (kind == geometry::Kind::Point && turned.angle != 0) {
        // MapServer rotates symbols that have an ANGLE with the map; others stay upright.
        turned.angle -= m_plan.viewport.angle_rad * 180 / std::numbers::pi;
    }
    return style::make_symbolizers(m_art, *painter.style, turned, kind, painter.scaling,
                                   image_of(m_step, m_plan));
}

style::Symbolizers const& VectorPainter::symbolizers(StylePainter& painter,
                                                     feature::FeatureBatch const& batch,
                                                     std::size_t row, geometry::Kind kind)
{
    bool const is_other_kind = painter.kind != kind;
    if (is_other_kind || !painter.binding.is_constant()) {
        auto values = painter.binding.values(batch, row);
        if (is_other_kind ||
            values != painter.last_values) { // neighbours often have the same values
            painter.symbolizers = resolved(painter, values, kind);
            painter.last_values = std::move(values);
            painter.kind = kind;
        }
    }
    return painter.symbolizers;
}

void VectorPainter::paint(StylePainter& painter, Kept const& kept, std::size_t row, Pass pass)
{
    if (!painter.transform) {
        auto const& symbols = symbolizers(painter, kept.batch, row, m_step.kind);
        bool const is_part = symbols.part != style::DrawnPart::All;
        m_symbol_painter.paint(is_part ? kept.pixels : clipped_of(kept), row, symbols, pass);
        return;
    }
    auto const* const made = painter.transform->apply(kept.batch, row, kept.pixels);
    if (made != nullptr) {
        m_symbol_painter.paint(*made, 0, symbolizers(painter, kept.batch, row, made->kinds[0]),
                               pass);
    }
}

void VectorPainter::reproject(geometry::GeometryColumn& geometry, std::size_t line_ends)
{
    if (m_step.kind != geometry::Kind::Point) {
        m_cutter.run(geometry, m_cut, line_ends);
        std::swap(geometry, m_cut);
    }
    if (m_cut_edge_step) {
        geometry::divide_cut_edges(geometry, cutting_box(m_step), *m_cut_edge_step, m_cut);
        std::swap(geometry, m_cut);
    }
    m_unprojected += m_to_map.forward(geometry.points);
}

/// MINFEATURESIZE: takes the class from lines and polygons whose box has too short a diagonal.
void VectorPainter::drop_small_features(feature::FeatureBatch const& batch)
{
    if (m_step.kind == geometry::Kind::Point) {
        return;
    }
    double const cell = m_step.is_reprojected
                            ? m_step.query.pixel_size
                            : std::max(m_plan.viewport.cell_size_x, m_plan.viewport.cell_size_y);
    for (auto& classes : m_kept.back().rounds) {
        drop_small_features(batch, cell, classes);
    }
}

void VectorPainter::drop_small_features(feature::FeatureBatch const& batch, double cell,
                                        std::vector<std::int32_t>& classes) const
{
    for (std::size_t row = 0; row < classes.size(); ++row) {
        if (classes[row] == style::ClassIndex::no_class) {
            continue;
        }
        int const limit =
            m_step.class_plans[static_cast<std::size_t>(classes[row])].min_feature_size;
        if (limit > 0) {
            auto const box = batch.geometry.box_of(row);
            if (std::hypot(box.width(), box.height()) < limit * cell) {
                classes[row] = style::ClassIndex::no_class;
            }
        }
    }
}

void VectorPainter::to_pixels(feature::FeatureBatch& batch)
{
    Timed const timed{m_trace, Stage::Transform};
    drop_small_features(batch); // before clipping: the size of the whole feature counts
    // MapServer cuts and thins polygons of a shapefile as rings, also if they are drawn as lines.
    std::size_t const line_ends = batch.has_rings_as_lines ? 2 : 1;
    if (m_step.is_reprojected) {
        reproject(batch.geometry, line_ends);
    }
    if (m_plan.viewport.angle_rad != 0 && m_step.layer.transform == mapfile::Transform::True) {
        turn(m_plan.viewport, batch.geometry.points);
    }
    auto& kept = m_kept.back();
    geometry::FeatureClips clips;
    if (kept.rounds.size() == 1) { // several classes draw the same pixels
        clips = {.boxes = m_class_clips, .box_of = kept.rounds.front()};
    }
    bool const has_both = m_step.needs_both_shapes;
    m_projector.run(batch.geometry, kept.pixels, line_ends,
                    has_both ? geometry::FeatureClips{} : clips);
    if (has_both) {
        m_clipper.run(batch.geometry, kept.clipped, line_ends, clips);
    }
    if (m_step.layer.type == mapfile::LayerType::Circle) {
        to_circles(kept.pixels, m_cut);
        std::swap(kept.pixels, m_cut);
        return;
    }
    if (m_labels != nullptr && m_step.needs_whole_labels) {
        m_label_projector.run(batch.geometry, m_label_pixels, line_ends);
    }
}

void VectorPainter::classify(feature::FeatureBatch const& batch,
                             std::vector<std::vector<std::int32_t>>& rounds)
{
    Timed const timed{m_trace, Stage::Classify};
    m_class_index.classify(batch, rounds);
    drop_beyond_limit(rounds);
    throw_faults(rounds);
}

/// \throws the error of a symbol whose class has a feature
void VectorPainter::throw_faults(std::vector<std::vector<std::int32_t>> const& rounds) const
{
    auto const& plans = m_step.class_plans;
    if (std::ranges::none_of(plans, [](ClassPlan const& plan) { return plan.fault != nullptr; })) {
        return;
    }
    for (auto const& classes : rounds) {
        for (auto const number : classes) {
            if (number == style::ClassIndex::no_class) {
                continue;
            }
            auto const& plan = plans[static_cast<std::size_t>(number)];
            if (plan.fault && plan.is_drawn) {
                std::rethrow_exception(plan.fault);
            }
        }
    }
}

/// Removes the classes of features beyond the maximum.
void VectorPainter::drop_beyond_limit(std::vector<std::vector<std::int32_t>>& rounds)
{
    if (m_step.max_drawn < 0) {
        return;
    }
    for (std::size_t row = 0; row < rounds.front().size(); ++row) {
        if (rounds.front()[row] == style::ClassIndex::no_class) {
            continue;
        }
        if (m_classified < m_step.max_drawn) {
            ++m_classified;
            continue;
        }
        for (auto& classes : rounds) {
            classes[row] = style::ClassIndex::no_class;
        }
    }
}

void VectorPainter::draw(feature::FeatureBatch& batch)
{
    if (m_step.is_style_by_style || m_kept.empty()) {
        m_kept.emplace_back();
    }
    auto& kept = m_kept.back();
    if (m_transform) {
        m_transform->run(batch, m_step.kind, m_budget);
    }
    classify(batch, kept.rounds);
    to_pixels(batch);
    // The painter reads attributes only from here on; the batch keeps its buffers unless it must
    // wait.
    std::swap(kept.batch, batch);
    read_own_classes(kept);
    if (m_labels != nullptr) {
        Timed const timed{m_trace, Stage::Label};
        auto const& pixels = m_step.needs_whole_labels ? m_label_pixels : clipped_of(kept);
        for (auto const& classes : kept.rounds) {
            m_labels->add(pixels, classes, kept.batch, kept.own_classes);
        }
    }
    Timed const timed{m_trace, Stage::Raster};
    if (m_step.is_style_by_style) {
        draw_style(kept, 0, Pass::Bottom);
        if (!m_step.needs_whole_precision) { // the styles to come do not read it
            kept.batch.geometry = {};
        }
        count(kept);
    } else {
        for (std::size_t row = 0; row < kept.rounds.front().size(); ++row) {
            for (auto const& classes : kept.rounds) {
                draw_feature(kept, classes, row);
            }
        }
    }
}

void VectorPainter::finish()
{
    if (!m_step.is_style_by_style) {
        return;
    }
    Timed const timed{m_trace, Stage::Raster};
    for (std::size_t number = 0; number < m_style_count; ++number) {
        for (auto const& kept : m_kept) {
            draw_style(kept, number, number == 0 ? Pass::Top : Pass::All);
        }
    }
    m_kept.clear();
    m_budget.release(m_kept_bytes);
}

/// Counts batches that wait for other styles until the last feature of the layer.
void VectorPainter::count(Kept const& kept)
{
    auto bytes = kept.batch.bytes() + kept.pixels.bytes() + kept.clipped.bytes();
    for (auto const& classes : kept.rounds) {
        bytes += classes.size() * sizeof classes.front();
    }
    m_kept_bytes += bytes;
    m_budget.keep(bytes);
}

bool VectorPainter::is_drawn(std::int32_t entry) const
{
    return entry != style::ClassIndex::no_class &&
           m_step.class_plans[static_cast<std::size_t>(entry)].is_drawn;
}

void VectorPainter::draw_feature(Kept const& kept, std::vector<std::int32_t> const& classes,
                                 std::size_t row)
{
    if (!is_drawn(classes[row])) {
        return;
    }
    m_budget.work();
    if (m_begin_feature) {
        m_begin_feature(kept.batch, row);
    }
    for (auto& painter : styles_of(classes[row], kept, row)) {
        paint(painter, kept, row, Pass::All);
    }
}

std::vector<VectorPainter::StylePainter>&
VectorPainter::styles_of(std::int32_t entry, Kept const& kept, std::size_t row)
{
    auto& of_class = m_styles[static_cast<std::size_t>(entry)];
    if (m_step.style_column < 0) {
        return of_class;
    }
    auto const& own = kept.own_classes[row];
    return m_own_painters.find(own, [&] { return painters_of(*own); });
}

std::vector<VectorPainter::StylePainter> VectorPainter::painters_of(style::FeatureStyle const& own)
{
    auto const scaling = scaling_of(own, m_step.scaling);
    std::vector<StylePainter> painters;
    for (auto const& style : own.drawn.styles) {
        try {
            painters.push_back(painter_of(style, scaling));
        } catch (Error const&) { // an unknown attribute or a broken file: of this style only
            ++m_unreadable_styles;
        }
    }
    m_unreadable_styles += own.drawn.styles.empty() && own.drawn.labels.empty() ? 1U : 0U;
    return painters;
}

/// Those of features that are drawn.
void VectorPainter::read_own_classes(Kept& kept)
{
    kept.own_classes.clear();
    if (m_step.style_column < 0) {
        return;
    }
    auto const& texts = kept.batch.attributes[static_cast<std::size_t>(m_step.style_column)];
    kept.own_classes.resize(kept.rounds.front().size());
    for (std::size_t row = 0; row < kept.own_classes.size(); ++row) {
        bool const is_shown = std::ranges::any_of(
            kept.rounds, [&](auto const& classes) { return is_drawn(classes[row]); });
        if (is_shown) {
            kept.own_classes[row] = m_own_classes.read(texts[row]);
        }
    }
}

void VectorPainter::draw_style(Kept const& kept, std::size_t style_number, Pass pass)
{
    for (std::size_t row = 0; row < kept.rounds.front().size(); ++row) {
        for (auto const& classes : kept.rounds) {
            if (!is_drawn(classes[row])) {
                continue;
            }
            auto const entry = static_cast<std::size_t>(classes[row]);
            auto& painters = m_styles[entry];
            if (m_step.class_plans[entry].is_whole) {
                if (style_number == 0 && pass == Pass::Bottom) {
                    draw_feature(kept, classes, row);
                }
            } else if (style_number < painters.size()) {
                m_budget.work();
                paint(painters[style_number], kept, row, pass);
            }
        }
    }
}

namespace {

Trace::Nanoseconds waited(Trace const& trace)
{
    return trace.total(Stage::DbWait) + trace.total(Stage::PoolWait);
}

/// cursor.next(), seen.
bool fetch(source::FeatureCursor& cursor, feature::FeatureBatch& batch, Trace* trace)
{
    if (trace == nullptr) {
        return cursor.next(batch);
    }
    auto const fetched_before = trace->total(Stage::Fetch);
    auto const waited_before = waited(*trace);
    bool const has_more = [&] {
        Timed const timed{trace, Stage::Fetch};
        return cursor.next(batch);
    }();
    trace->add_time(Stage::Decode,
                    trace->total(Stage::Fetch) - fetched_before - (waited(*trace) - waited_before));
    trace->add(Counter::Rows, batch.size());
    trace->add(Counter::Vertices, batch.geometry.points.size());
    return has_more;
}

} // namespace

void draw_vector_step(PlanState const& plan, VectorStep const& step, source::FeatureCursor& cursor,
                      Services const& services, paint::Canvas& canvas, LayerLabels* labels,
                      BeginFeature begin)
{
    VectorPainter painter{plan, step, services, canvas, labels};
    painter.set_trace(services.trace);
    painter.set_begin_feature(std::move(begin));
    feature::FeatureBatch batch;
    draw_vector_step(step, cursor, services, painter, batch, labels);
}

void draw_vector_step(VectorStep const& step, source::FeatureCursor& cursor,
                      Services const& services, VectorPainter& painter,
                      feature::FeatureBatch& batch, LayerLabels const* labels)
{
    std::size_t skipped = 0;
    while (fetch(cursor, batch, services.trace)) {
        services.deadline.check();
        skipped += batch.skipped;
        painter.draw(batch);
    }
    painter.finish();
    auto const unreadable =
        painter.unreadable_styles() + (labels == nullptr ? 0 : labels->unreadable());
    if (unreadable > 0 && services.log.wants(LogLevel::Notice)) {
        services.log.write(
            LogLevel::Notice,
            fmt::format("layer \"{}\": {} styles or labels of STYLEITEM cannot be read",
                        step.layer.name, unreadable));
    }
    if (skipped + painter.unprojected() > 0 && services.log.wants(LogLevel::Notice)) {
        services.log.write(
            LogLevel::Notice,
            fmt::format("layer \"{}\": {} geometries skipped, {} points not reprojected",
                        step.layer.name, skipped, painter.unprojected()));
    }
}

} // namespace ms::render
