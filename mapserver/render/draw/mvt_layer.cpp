// SPDX-License-Identifier: MIT
#include "render/draw/mvt_layer.hpp"

#include "geometry/cut_edges.hpp"
#include "render/draw/step_frame.hpp"
#include "render/plan/mvt_plan.hpp"
#include "style/binding.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ms::render {

namespace {

std::vector<std::string> names_of(MvtItems const& items)
{
    std::vector<std::string> names;
    for (auto const& item : items.items) {
        names.push_back(item.name);
    }
    return names;
}

geometry::Box clip_of(Viewport const& tile)
{
    geometry::Box const whole{0, 0, static_cast<double>(tile.width),
                              static_cast<double>(tile.height)};
    return whole.grown(tile.edge_buffer);
}

/// Of a key that is a whole number; others have no place in a tile.
std::optional<std::uint64_t> id_of(feature::FeatureBatch const& batch, std::size_t row)
{
    if (batch.ids.size() == 0 || batch.ids.is_null(row)) {
        return std::nullopt;
    }
    auto const text = batch.ids[row];
    std::uint64_t id = 0;
    auto const* const end = text.data() + text.size();
    auto const [last, error] = std::from_chars(text.data(), end, id);
    return error == std::errc{} && last == end ? std::optional{id} : std::nullopt;
}

} // namespace

MvtItems mvt_items_of(VectorStep const& step, feature::Schema const& schema)
{
    MvtItems found{.items = {}, .fields = step.query.fields};
    for (auto& item : visible_items(step.layer, schema.fields, mapfile::ItemRules::Ogr)) {
        // The names of a feature's attributes differ: of several the first counts.
        if (std::ranges::find(found.items, item.name, &MvtItems::Item::name) != found.items.end()) {
            continue;
        }
        auto const& field = schema.fields[item.field];
        style::add_field(found.fields, field.name);
        found.items.push_back({std::move(item.name), style::column_of(field.name, found.fields),
                               tile_type_of(step.layer, field)});
    }
    return found;
}

MvtLayer::MvtLayer(PlanState const& plan, VectorStep const& step, MvtItems const& items,
                   Services const& services, MvtRoom& room)
    : m_step(step), m_items(items), m_budget(*services.budget), m_room(room),
      m_left(step.max_drawn),
      m_class_index(step.classes, items.fields, environment_of(step.layer, plan.viewport)),
      m_cutter({}, cutting_box(step), geometry::Thinning::None),
      m_cut_edge_step(cut_edge_step(step, plan.viewport)),
      m_to_map({step.layer_crs, plan.viewport.crs}, cutting_box(step),
               tolerance_of(step, plan.viewport)),
      m_projector(affine_of(step, plan.viewport), clip_of(plan.viewport), geometry::Thinning::None),
      m_geometry(m_budget, plan.mvt->makes_valid),
      m_writer(step.layer.name, plan.viewport.width, names_of(items), m_budget, room)
{
    m_class_index.set_budget(m_budget);
    m_projector.set_turn(world_turn(step, plan.viewport));
    if (!step.layer.geom_transform.empty()) {
        m_transform = std::make_unique<ShapeTransform>(*plan.map, step, plan.viewport,
                                                       step.layer.geom_transform, step.layer.at);
    }
}

bool MvtLayer::add(feature::FeatureBatch& batch)
{
    if (m_transform) {
        m_transform->run(batch, m_step.kind, m_budget);
    }
    m_class_index.classify(batch, m_rounds);
    to_units(batch.geometry);
    for (std::size_t row = 0; row < batch.size() && takes_more(); ++row) {
        m_budget.work();
        if (is_in_class(row)) {
            write(batch, row);
        }
    }
    return takes_more();
}

/// A layer without classes shows all of its features. STATUS of a class is of images only.
bool MvtLayer::is_in_class(std::size_t row) const
{
    return m_step.layer.classes.empty() || std::ranges::any_of(m_rounds, [&](auto const& classes) {
               return classes[row] != style::ClassIndex::no_class;
           });
}

void MvtLayer::to_units(geometry::GeometryColumn& geometry)
{
    if (m_step.is_reprojected) {
        if (m_step.kind != geometry::Kind::Point) {
            m_cutter.run(geometry, m_cut);
            std::swap(geometry, m_cut);
        }
        if (m_cut_edge_step) {
            geometry::divide_cut_edges(geometry, cutting_box(m_step), *m_cut_edge_step, m_cut);
            std::swap(geometry, m_cut);
        }
        (void)m_to_map.forward(geometry.points);
    }
    m_projector.run(geometry, m_units);
}

void MvtLayer::write(feature::FeatureBatch const& batch, std::size_t row)
{
    auto const commands = m_geometry.encode({&m_units, row});
    if (commands.empty()) {
        return;
    }
    for (std::size_t i = 0; i < m_items.items.size(); ++i) {
        auto const& item = m_items.items[i];
        auto const& values = batch.attributes[item.column];
        if (!values.is_null(row)) {
            m_writer.add_attribute(i, item.type, values[row]);
        }
    }
    if (m_writer.add_feature(id_of(batch, row), m_units.kinds[row], commands) && m_left > 0) {
        --m_left;
    }
}

} // namespace ms::render
