// SPDX-License-Identifier: MIT
#include "render/draw/mvt.hpp"

#include "base/error.hpp"
#include "base/trace.hpp"
#include "render/draw/mvt_layer.hpp"
#include "render/plan/query_map.hpp"
#include "source/registry.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace ms::render {

namespace {

/// A layer whose query is on its way.
struct Running {
    VectorStep const* step = nullptr;
    MvtItems items;
    std::unique_ptr<source::FeatureSource> source;
    std::unique_ptr<source::FeatureCursor> cursor; ///< after the source: it must go first
};

Running start(PlanState const& plan, VectorStep const& step, Services const& services)
{
    Running running{&step, {}, nullptr, nullptr};
    auto query = step.query;
    if (step.picked != nullptr) {
        running.items = mvt_items_of(step, {});
        running.cursor = cursor_over(*step.picked, query);
        return running;
    }
    running.source = source::open_source(*plan.map, step.layer, services);
    running.items = mvt_items_of(step, running.source->schema());
    query.fields = running.items.fields;
    query.with_ids = true;
    running.cursor = running.source->start(query);
    return running;
}

/// \throws Error{Limit} if the format wants that
void note_full(PlanState const& plan, VectorStep const& step, Log& log)
{
    auto const message =
        fmt::format("layer \"{}\": the vector tile is full: MAX_FEATURES or MAX_BYTES of its "
                    "OUTPUTFORMAT",
                    step.layer.name);
    if (plan.mvt->when_full == WhenFull::Error) {
        throw Error{ErrorKind::Limit, message};
    }
    log.write(LogLevel::Notice, message);
}

void write_layer(PlanState const& plan, Running& running, Services const& services, MvtRoom& room,
                 std::string& tile)
{
    Timed const timed{services.trace, Stage::Layer, running.step->layer.name};
    MvtLayer layer{plan, *running.step, running.items, services, room};
    feature::FeatureBatch batch;
    while (running.cursor->next(batch)) {
        services.deadline.check();
        if (!layer.add(batch)) {
            break;
        }
    }
    layer.finish(tile);
    if (room.is_full) {
        note_full(plan, *running.step, services.log);
    }
}

} // namespace

std::vector<std::uint8_t> write_mvt(PlanState const& plan, Services const& services)
{
    std::vector<Running> running;
    for (auto const& step : plan.steps) {
        running.push_back(start(plan, step, services));
    }
    MvtRoom room{.features = plan.mvt->max_features, .bytes = plan.mvt->max_bytes};
    std::string tile;
    for (auto& layer : running) {
        if (!room.is_full) {
            write_layer(plan, layer, services, room, tile);
        }
        layer.cursor.reset(); // its connection serves the next request meanwhile
        layer.source.reset();
    }
    return {tile.begin(), tile.end()};
}

} // namespace ms::render
