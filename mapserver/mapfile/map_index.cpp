// SPDX-License-Identifier: MIT
#include "mapfile/map_index.hpp"

#include "base/string.hpp"
#include "mapfile/model/map.hpp"

#include <algorithm>

namespace ms::mapfile {

namespace {

/// Collects the limits of scale of everything that has some.
class ScaleLimits {
public:
    void add(double limit)
    {
        if (limit > 0) {
            m_limits.push_back(limit);
        }
    }
    template <typename Limited>
    void add_limits_of(Limited const& limited)
    {
        add(limited.min_scale_denominator);
        add(limited.max_scale_denominator);
    }
    void add_class(Class const& klass)
    {
        add_limits_of(klass);
        for (auto const& style : klass.styles) {
            add_limits_of(style);
        }
        for (auto const& label : klass.labels) {
            add_limits_of(label);
            for (auto const& style : label.styles) {
                add_limits_of(style);
            }
        }
    }
    void add_layer(Layer const& layer)
    {
        add_limits_of(layer);
        add(layer.label_min_scale_denominator);
        add(layer.label_max_scale_denominator);
        for (auto const& klass : layer.classes) {
            add_class(klass);
        }
        for (auto const& token : layer.scale_tokens) {
            for (auto const& value : token.values) {
                add(value.first);
            }
        }
    }
    [[nodiscard]] std::vector<double> sorted() &&
    {
        std::ranges::sort(m_limits);
        auto const repeated = std::ranges::unique(m_limits);
        m_limits.erase(repeated.begin(), repeated.end());
        return std::move(m_limits);
    }

private:
    std::vector<double> m_limits;
};

bool has_group_metadata(Layer const& layer)
{
    constexpr std::string_view suffix = "layer_group";
    return std::ranges::any_of(layer.metadata.entries, [&](auto const& entry) {
        std::string_view const key = entry.first;
        return key.size() >= suffix.size() &&
               equals_ignoring_case(key.substr(key.size() - suffix.size()), suffix);
    });
}

bool has_validation(Layer const& layer)
{
    return !layer.validation.empty() || std::ranges::any_of(layer.classes, [](Class const& klass) {
        return !klass.validation.empty();
    });
}

std::shared_ptr<MapIndex const> make_index(Map const& map)
{
    auto index = std::make_shared<MapIndex>();
    ScaleLimits limits;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        auto const& layer = map.layers[i];
        index->layers_by_name[to_lower(layer.name)].push_back(i);
        if (!layer.group.empty() && !equals_ignoring_case(layer.group, layer.name)) {
            index->layers_by_name[to_lower(layer.group)].push_back(i);
        }
        if (has_group_metadata(layer)) {
            index->grouped_by_metadata.push_back(i);
        }
        if (layer.status == Status::Default) {
            index->always_drawn.push_back(i);
        }
        if (has_validation(layer)) {
            index->validated.push_back(i);
        }
        limits.add_layer(layer);
    }
    for (std::size_t i = 0; i < map.symbols.size(); ++i) {
        index->symbols_by_name.try_emplace(to_lower(map.symbols[i].name), static_cast<int>(i));
    }
    index->scale_limits = std::move(limits).sorted();
    return index;
}

} // namespace

std::span<std::size_t const> MapIndex::layers_named(std::string_view name) const
{
    auto const found = layers_by_name.find(to_lower(name));
    return found == layers_by_name.end() ? std::span<std::size_t const>{} : found->second;
}

MapIndexOwner::MapIndexOwner(Map const& map)
    : m_index(make_index(map)), m_layers(map.layers.data()), m_symbols(map.symbols.data()),
      m_layer_count(map.layers.size()), m_symbol_count(map.symbols.size())
{}

std::shared_ptr<MapIndex const> MapIndexOwner::of(Map const& map) const noexcept
{
    bool const is_its = m_layers == map.layers.data() && m_layer_count == map.layers.size() &&
                        m_symbols == map.symbols.data() && m_symbol_count == map.symbols.size();
    return is_its ? m_index : nullptr;
}

std::shared_ptr<MapIndex const> index_of(Map const& map)
{
    auto index = map.index.of(map);
    return index ? index : make_index(map);
}

} // namespace ms::mapfile
