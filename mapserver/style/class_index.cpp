// SPDX-License-Identifier: MIT
#include "style/class_index.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "style/binding.hpp"
#include "style/scaling.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace ms::style {

namespace {

/// A class that compares with an item the layer does not name: MapServer logs it and never matches.
bool never_matches(mapfile::Expression const& expression, std::string_view item)
{
    return item.empty() && !expression.text.empty() &&
           expression.kind != mapfile::ExpressionKind::Logical;
}

bool draws_all_matching_classes(mapfile::Layer const& layer)
{
    auto const mode = layer.processing_value("RENDERMODE");
    if (!mode || equals_ignoring_case(*mode, "FIRST_MATCHING_CLASS")) {
        return false;
    }
    if (!equals_ignoring_case(*mode, "ALL_MATCHING_CLASSES")) {
        throw Error{ErrorKind::BadMapfile, "PROCESSING \"RENDERMODE=" + std::string{*mode} +
                                               "\" is neither FIRST_MATCHING_CLASS nor "
                                               "ALL_MATCHING_CLASSES"};
    }
    return true;
}

} // namespace

ClassSelection::ClassSelection(mapfile::Layer const& layer, std::string_view class_group,
                               double scale, mapfile::Expressions const& expressions)
    : m_draws_all(draws_all_matching_classes(layer))
{
    auto const item = mapfile::item_of_classes(layer);
    bool const has_group = !class_group.empty() &&
                           std::ranges::find(layer.classes, class_group, &mapfile::Class::group) !=
                               layer.classes.end();
    for (std::size_t i = 0; i < layer.classes.size(); ++i) {
        auto const& candidate = layer.classes[i];
        if (!never_matches(candidate.expression, item) &&
            (!has_group || candidate.group == class_group) &&
            is_in_scale(scale, candidate.min_scale_denominator, candidate.max_scale_denominator)) {
            try {
                m_entries.push_back({i,
                                     candidate.is_filtered
                                         ? expr::Expression{}
                                         : expressions.condition(candidate.expression, item),
                                     candidate.is_fallback, false, candidate.rule_set});
            } catch (Error const& error) {
                m_faults.push_back({i, error.what()});
            }
        }
    }
}

void ClassSelection::pass_on_what_is_off(mapfile::Layer const& layer) noexcept
{
    for (auto& entry : m_entries) {
        entry.passes_on = !layer.classes[entry.index].status;
    }
}

void ClassSelection::keep_what_is_off() noexcept
{
    for (auto& entry : m_entries) {
        entry.passes_on = false;
    }
}

void ClassSelection::collect_fields(std::vector<std::string>& fields) const
{
    for (auto const& entry : m_entries) {
        for (auto const& name : entry.condition.attributes()) {
            add_field(fields, name);
        }
    }
}

bool ClassSelection::uses_shape() const noexcept
{
    return std::ranges::any_of(m_entries,
                               [](Entry const& entry) { return entry.condition.uses_shape(); });
}

ClassIndex::ClassIndex(ClassSelection const& selection, std::span<std::string const> columns,
                       expr::Environment environment)
    : m_draws_all(selection.draws_all_matching())
{
    environment.times = expr::TimeComparison::Starts;
    auto const entries = selection.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        m_conditions.push_back({static_cast<std::int32_t>(i),
                                {entries[i].condition, columns, environment},
                                entries[i].is_fallback,
                                entries[i].passes_on,
                                entries[i].rule_set});
    }
    auto const order = [&](Condition const& condition) {
        return std::pair{m_draws_all ? condition.rule_set : 0, condition.is_fallback};
    };
    std::ranges::stable_sort(m_conditions, {}, order);
}

void ClassIndex::select(Condition& condition, feature::FeatureBatch const& batch,
                        std::vector<std::uint32_t>& rows)
{
    if (m_budget != nullptr) {
        m_budget->work(); // a style sheet may contain a thousand classes with a filter each
    }
    condition.bound.select(batch, rows);
}

void ClassIndex::classify(feature::FeatureBatch const& batch, std::vector<std::int32_t>& classes)
{
    classes.assign(batch.size(), no_class);
    m_open.resize(batch.size());
    std::iota(m_open.begin(), m_open.end(), 0U);
    m_passed.clear();
    for (auto& condition : m_conditions) {
        if (condition.is_fallback && !m_passed.empty()) {
            std::erase_if(m_open, [&](std::uint32_t row) { return m_passed[row]; });
        }
        if (m_open.empty()) {
            break;
        }
        m_taken = m_open;
        select(condition, batch, m_taken);
        if (condition.passes_on) {
            m_passed.resize(batch.size());
            for (auto const row : m_taken) {
                m_passed[row] = true;
            }
            continue;
        }
        for (auto const row : m_taken) {
            classes[row] = condition.position;
        }
        std::erase_if(m_open, [&](std::uint32_t row) { return classes[row] != no_class; });
    }
}

void ClassIndex::classify(feature::FeatureBatch const& batch,
                          std::vector<std::vector<std::int32_t>>& rounds)
{
    if (m_draws_all) {
        classify_all(batch, rounds);
        return;
    }
    rounds.resize(1);
    classify(batch, rounds.front());
}

void ClassIndex::classify_all(feature::FeatureBatch const& batch,
                              std::vector<std::vector<std::int32_t>>& rounds)
{
    rounds.assign(1, std::vector<std::int32_t>(batch.size(), no_class));
    m_depths.assign(batch.size(), 0);
    m_open.resize(batch.size());
    std::iota(m_open.begin(), m_open.end(), 0U);
    std::optional<std::uint32_t> set;
    for (auto& condition : m_conditions) {
        if (condition.rule_set != set) {
            set = condition.rule_set;
            m_in_set.assign(batch.size(), false);
        }
        m_taken = m_open;
        if (condition.is_fallback) {
            std::erase_if(m_taken, [&](std::uint32_t row) { return m_in_set[row]; });
        }
        select(condition, batch, m_taken);
        for (auto const row : m_taken) {
            m_in_set[row] = m_in_set[row] || !condition.is_fallback;
            auto const depth = m_depths[row]++;
            if (depth == rounds.size()) {
                rounds.emplace_back(batch.size(), no_class);
            }
            rounds[depth][row] = condition.position;
        }
    }
}

} // namespace ms::style
