// SPDX-License-Identifier: MIT
#include "render/run.hpp"

#include "base/error.hpp"
#include "base/trace.hpp"
#include "geometry/geos_limit.hpp"
#include "paint/canvas.hpp"
#include "render/draw/cascade_step.hpp"
#include "render/draw/chart_step.hpp"
#include "render/draw/composite.hpp"
#include "render/draw/kml.hpp"
#include "render/draw/mvt.hpp"
#include "render/draw/raster_step.hpp"
#include "render/draw/raster_values.hpp"
#include "render/draw/step_frame.hpp"
#include "render/draw/utf_grid.hpp"
#include "render/draw/vector_step.hpp"
#include "render/labels/label_step.hpp"
#include "render/plan/plan_state.hpp"
#include "render/plan/query_map.hpp"
#include "render/surround/embed.hpp"
#include "source/postgis/source.hpp"
#include "source/read_ahead.hpp"
#include "source/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace ms::render {

namespace {

/// A layer whose query is on its way.
struct Running {
    VectorStep const* step = nullptr;
    std::unique_ptr<source::FeatureSource> source;
    std::unique_ptr<source::FeatureCursor> cursor; ///< after the source: it must go first
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void log_notes(PlanState const& plan, Log& log)
{
    for (auto const& note : plan.notes) {
        log.write(LogLevel::Notice, note);
    }
}

void reach_sources(PlanState const& plan, source::Services const& services)
{
    std::vector<mapfile::Layer const*> layers;
    for (auto const& step : plan.steps) {
        if (step.picked == nullptr) {
            layers.push_back(&step.layer);
        }
    }
    source::postgis::reach(*plan.map, layers, services);
}

std::vector<Running> start_all(PlanState const& plan, source::Services const& services)
{
    reach_sources(plan, services);
    std::vector<Running> running;
    running.reserve(plan.steps.size());
    for (auto const& step : plan.steps) {
        if (step.picked != nullptr) {
            running.push_back({&step, nullptr, cursor_over(*step.picked, step.query)});
            continue;
        }
        if (step.layer.type == mapfile::LayerType::Raster) {
            running.push_back({&step, nullptr, nullptr}); // reads its files while it is drawn
            continue;
        }
        auto opened = source::open_source(*plan.map, step.layer, services);
        auto cursor = opened->start(step.query);
        running.push_back({&step, std::move(opened), std::move(cursor)});
    }
    return running;
}

/// Whether only the layers' own queries are under way while layers are drawn. Those of masks and of
/// tile indexes might wait for connections that a thread holds until we take its rows.
bool can_read_ahead(PlanState const& plan)
{
    return plan.masks.empty() && std::ranges::all_of(plan.steps, [](VectorStep const& step) {
               return step.layer.tile_index.empty();
           });
}

/// In the order of drawing. All or none: a query that waits for a connection gets it in the thread
/// that gives it back.
void read_ahead(std::vector<Running>& running, source::ReadAhead& reader)
{
    if (std::ranges::all_of(running, [](Running const& layer) {
            return layer.cursor == nullptr || layer.cursor->reads_apart();
        })) {
        for (auto& layer : running) {
            if (layer.cursor) {
                layer.cursor = reader.add(std::move(layer.source), std::move(layer.cursor));
            }
        }
    }
}

void draw_labels(PlanState const& plan, LabelSheet& sheet, Services const& services,
                 paint::Canvas& canvas)
{
    Timed const timed{services.trace, Stage::Label};
    sheet.draw(plan, canvas);
}

/// The labels of all layers, with the furniture that they must leave room for.
void draw_all_labels(PlanState const& plan, LabelSheet& sheet, Services const& services,
                     paint::Canvas& canvas)
{
    embed(plan, EmbedWhen::WithLabels, services, sheet, canvas);
    draw_labels(plan, sheet, services, canvas);
}

/// Labels of a layer without LABELCACHE, or after those of all others, are drawn with it, wherever
/// they fall.
void draw_layer(PlanState const& plan, Running const& running, Services const& services,
                CascadedImages& cascaded, image::Bitmap const* mask, LabelSheet& sheet,
                paint::Canvas& canvas)
{
    auto const& step = *running.step;
    Timed const timed{services.trace, Stage::Layer, step.layer.name};
    if (services.trace != nullptr) {
        services.trace->add(Counter::Layers, 1);
    }
    if (step.layer.type == mapfile::LayerType::Chart) {
        draw_chart_step(plan, step, *running.cursor, services, canvas);
        return;
    }
    if (source::wms::is_cascaded(step.layer)) {
        cascaded.draw(step, canvas);
        return;
    }
    if (step.layer.type == mapfile::LayerType::Raster) {
        draw_raster_step(plan, step, services, canvas);
        return;
    }
    bool const is_cached = caches_labels(step.layer);
    if (!has_labels(step) || (is_cached && plan.cached_labels == CachedLabels::LeftOut)) {
        draw_vector_step(plan, step, *running.cursor, services, canvas);
        return;
    }
    LabelSheet own{*services.budget};
    own.set_collisions(false);
    LayerLabels labels{plan,
                       step,
                       services.fonts,
                       is_cached ? sheet : own,
                       is_cached ? image_of(plan) : image_of(step, plan),
                       mask};
    draw_vector_step(plan, step, *running.cursor, services, canvas, &labels);
    if (!is_cached) {
        draw_labels(plan, own, services, canvas);
    }
}

/// \param ground drawn on; nullptr: a new image
MapImage run(Plan const& plan, Services const& given, image::Bitmap* ground)
{
    auto const& state = plan.state();
    Budget own{given.deadline, given.max_kept_bytes};
    auto& budget = given.budget != nullptr ? *given.budget : own;
    auto services = given;
    services.budget = &budget;
    auto const start = Clock::now();
    geometry::GeosLimit const limit{budget};
    log_notes(state, services.log);
    if (state.gdal && state.gdal->is_raw) {
        MapImage values;
        put_files(write_values(values_of_rasters(state, *state.gdal, services), *state.gdal,
                               state.viewport, services),
                  values);
        return values;
    }
    if (state.kml || state.utf_grid || state.mvt) {
        MapImage features;
        features.document = state.kml        ? write_kml(state, services)
                            : state.utf_grid ? write_utf_grid(state, services)
                                             : write_mvt(state, services);
        return features;
    }
    CascadedImages cascaded{state, services}; // other servers work while we do
    std::optional<source::ReadAhead> reader;
    if (services.has_idle_processor && can_read_ahead(state)) {
        reader.emplace(services, budget, services.has_idle_processor);
    }
    auto running = [&] {
        Timed const timed{services.trace, Stage::Start};
        return start_all(state, reader ? reader->services() : services);
    }();
    auto options = state.canvas_options;
    options.budget = &budget;
    // Labels only: features are drawn on a canvas that is dropped, as labels avoid their symbols.
    auto const unseen =
        state.cached_labels == CachedLabels::Alone ? state.canvas->make(options) : nullptr;
    options.ground = ground;
    auto const canvas = [&] {
        Timed const timed{services.trace, Stage::Raster};
        return state.canvas->make(options);
    }();
    auto& of_features = unseen ? *unseen : *canvas;
    LabelSheet labels{budget};
    MaskSheet masks{state, services};
    std::ranges::stable_partition(
        running, [](Running const& layer) { return !layer.step->layer.post_label_cache; });
    if (reader) {
        read_ahead(running, *reader);
    }
    for (auto& layer : running) {
        auto const layer_start = Clock::now();
        if (layer.step->layer.post_label_cache && !labels.is_drawn()) {
            draw_all_labels(state, labels, services, *canvas);
        }
        auto const* const mask = masks.of(*layer.step);
        draw_composited(layer.step->blends, mask, of_features, [&] {
            draw_layer(state, layer, services, cascaded, mask, labels, of_features);
        });
        auto const number = static_cast<std::size_t>(layer.step - state.steps.data());
        layer.cursor.reset(); // its connection serves the next request meanwhile
        layer.source.reset();
        if (services.log.wants(LogLevel::Timing)) {
            services.log.write(LogLevel::Timing, fmt::format("msDrawMap(): Layer {} ({}), {:.3f}s",
                                                             number, state.steps[number].layer.name,
                                                             seconds_since(layer_start)));
        }
    }
    if (!labels.is_drawn()) {
        draw_all_labels(state, labels, services, *canvas);
    }
    embed(state, EmbedWhen::AtTheEnd, services, labels, *canvas);
    services.deadline.check(); // GEOS may have given something up
    Timed const timed{services.trace, Stage::Raster};
    MapImage image;
    image.label_count = labels.drawn_count();
    image.is_incomplete = cascaded.is_incomplete();
    if (state.canvas_options.document.empty()) {
        image.bitmap = canvas->finish();
        if (state.gdal) {
            put_files(encode_by_gdal(image.bitmap.view(), *state.gdal, state.viewport, services),
                      image);
        }
    } else {
        image.document = canvas->finish_document();
    }
    if (services.log.wants(LogLevel::Timing)) {
        services.log.write(LogLevel::Timing,
                           fmt::format("msDrawMap() total time: {:.3f}s", seconds_since(start)));
    }
    return image;
}

} // namespace

MapImage run(Plan const& plan, Services const& services)
{
    return run(plan, services, nullptr);
}

std::size_t run_on(Plan const& plan, Services const& services, image::Bitmap& ground)
{
    auto const& options = plan.state().canvas_options;
    if (!options.document.empty() || plan.state().gdal || plan.state().kml ||
        plan.state().utf_grid || plan.state().mvt || options.width != ground.width() ||
        options.height != ground.height()) {
        throw Error{ErrorKind::Internal, "run_on: the image is not one of the plan's"};
    }
    auto drawn = run(plan, services, &ground);
    ground = std::move(drawn.bitmap);
    return drawn.label_count;
}

} // namespace ms::render
