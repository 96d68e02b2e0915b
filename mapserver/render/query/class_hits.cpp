// SPDX-License-Identifier: MIT
#include "render/query/class_hits.hpp"

#include "base/error.hpp"
#include "crs/transformation.hpp"
#include "geometry/geos_limit.hpp"
#include "geometry/relate.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/layer_visibility.hpp"
#include "source/registry.hpp"

#include <algorithm>

namespace ms::render {

namespace {

/// Selects features with a point in the view, not those that only reach into it with their symbols.
void narrow_box(VectorStep& step, Viewport const& view)
{
    if (step.query.box) {
        crs::Transformation const to_map{step.layer_crs, view.crs};
        if (auto const exact = to_map.inverse(view.extent); !exact.is_empty()) {
            step.query.box = exact;
        }
    }
}

void find_in_layer(mapfile::Map const& map, VectorStep const& step, std::size_t layer,
                   Services const& services, ClassHits& hits)
{
    auto const type = step.layer.type;
    // Legends do not count pixels, and all classes of a chart make one.
    if (type == mapfile::LayerType::Raster || type == mapfile::LayerType::Chart) {
        for (auto const& entry : step.classes.entries()) {
            hits.add(layer, entry.index);
        }
        return;
    }
    auto const source = source::open_source(map, step.layer, services);
    auto const cursor = source->start(step.query);
    style::ClassIndex index{step.classes, step.query.fields};
    auto const entries = step.classes.entries();
    std::vector<bool> is_hit(entries.size(), false);
    auto const view = geometry::polygon_of(step.query.box.value_or(geometry::Box{}));
    auto const is_in_view = [&](feature::FeatureBatch const& batch, std::size_t row) {
        return batch.geometry.kinds[row] != geometry::Kind::None &&
               (!step.query.box || geometry::intersect({batch.geometry, row}, {view, 0}));
    };
    feature::FeatureBatch batch;
    std::vector<std::int32_t> classes;
    while (std::ranges::find(is_hit, false) != is_hit.end() && cursor->next(batch)) {
        services.deadline.check();
        index.classify(batch, classes);
        for (std::size_t row = 0; row < classes.size(); ++row) {
            if (classes[row] == style::ClassIndex::no_class) {
                continue;
            }
            auto const entry = static_cast<std::size_t>(classes[row]);
            is_hit[entry] = is_hit[entry] || is_in_view(batch, row);
        }
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (is_hit[i] && step.layer.classes[entries[i].index].status) {
            hits.add(layer, entries[i].index);
        }
    }
}

} // namespace

ClassHits::ClassHits(mapfile::Map const& map)
{
    for (auto const& layer : map.layers) {
        m_hits.emplace_back(layer.classes.size(), false);
    }
}

ClassHits find_class_hits(mapfile::Map const& map, Viewport const& view,
                          std::vector<LayerChoice> const& layers,
                          mapfile::StringMap const& substitutions, Services const& services)
{
    Budget budget{services.deadline, services.max_kept_bytes};
    geometry::GeosLimit const limit{budget};
    ClassHits hits{map};
    std::vector<std::size_t> drawn_layers;
    for (auto const& choice : layers) {
        drawn_layers.push_back(choice.layer);
    }
    std::vector<std::string> notes;
    for (auto const& choice : layers) {
        auto const& layer = map.layers.at(choice.layer);
        if (!is_visible(map, layer, view, drawn_layers)) {
            continue;
        }
        auto step =
            plan_layer(map, prepared(map, layer, view, substitutions, notes), view, choice, notes);
        if (step) {
            narrow_box(*step, view);
            step->classes.keep_what_is_off();
            find_in_layer(map, *step, choice.layer, services, hits);
        }
    }
    services.deadline.check(); // GEOS may have given something up
    return hits;
}

} // namespace ms::render
