// SPDX-License-Identifier: MIT
#include "ows/common/per_map_cache.hpp"

#include "render/plan/plan_state.hpp"

namespace ms::ows {

PerMapCache::SharedMap PerMapCache::translated(std::string const& key,
                                               std::function<SharedMap()> const& make)
{
    std::scoped_lock const lock{m_mutex};
    auto& map = m_translated[key];
    if (!map) {
        map = make();
    }
    return map;
}

bool PerMapCache::is_substituted(bool for_drawing, std::function<bool()> const& find)
{
    std::scoped_lock const lock{m_mutex};
    auto& known = m_is_substituted[for_drawing ? 1 : 0];
    if (!known) {
        known = find();
    }
    return *known;
}

std::optional<geometry::Box>
PerMapCache::limits(LayersIn const& key, std::function<std::optional<geometry::Box>()> const& make)
{
    std::scoped_lock const lock{m_mutex};
    auto const known = m_limits.find(key);
    return known == m_limits.end() ? m_limits.emplace(key, make()).first->second : known->second;
}

PerMapCache::MatrixSets PerMapCache::matrix_sets(std::function<MatrixSets()> const& make)
{
    std::scoped_lock const lock{m_mutex};
    if (!m_matrix_sets) {
        m_matrix_sets = make();
    }
    return m_matrix_sets;
}

PerMapCache::Formats PerMapCache::tile_formats(std::function<Formats()> const& make)
{
    std::scoped_lock const lock{m_mutex};
    if (!m_tile_formats) {
        m_tile_formats = make();
    }
    return m_tile_formats;
}

std::optional<render::Plan> PerMapCache::find_plan(std::string const& key)
{
    std::scoped_lock const lock{m_mutex};
    auto const* const plan = m_plans.find(key);
    return plan == nullptr ? std::nullopt : std::optional{*plan};
}

void PerMapCache::keep_plan(std::string const& key, render::Plan const& plan)
{
    auto bytes = sizeof(render::PlanState);
    for (auto const& step : plan.state().steps) {
        // Layers are the map's own, unless the request has changed them.
        constexpr std::size_t of_changed_layer = 16U << 10U;
        bytes +=
            sizeof step + of_changed_layer + step.class_plans.size() * sizeof(render::ClassPlan);
    }
    std::scoped_lock const lock{m_mutex};
    m_plans.put(key, plan, bytes);
}

} // namespace ms::ows
