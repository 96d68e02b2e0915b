// SPDX-License-Identifier: MIT
#include "ows/common/class_group.hpp"

#include "base/string.hpp"
#include "ows/common/substitutions.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

namespace {

std::vector<std::string_view> chosen_groups(http::Parameters const& parameters)
{
    constexpr std::string_view prefix = "classgroup";
    std::vector<std::string_view> groups;
    for (auto const& [name, value] : parameters.entries()) {
        if (!value.empty() && starts_with_ignoring_case(name, prefix)) {
            groups.push_back(value);
        }
    }
    std::ranges::reverse(groups);
    return groups;
}

/// Empty: none of them is a group of the layer.
std::string_view group_of(mapfile::Layer const& layer, std::vector<std::string_view> const& chosen)
{
    auto const found = std::ranges::find_if(chosen, [&](std::string_view group) {
        return std::ranges::find(layer.classes, group, &mapfile::Class::group) !=
               layer.classes.end();
    });
    return found == chosen.end() ? std::string_view{} : *found;
}

} // namespace

Call with_class_group(Call const& call)
{
    auto const chosen = chosen_groups(call.parameters());
    auto const changes = [&](mapfile::Layer const& layer) {
        auto const group = group_of(layer, chosen);
        return !group.empty() && group != layer.class_group;
    };
    if (chosen.empty() || std::ranges::none_of(call.map->layers, changes)) {
        return call;
    }
    auto changed = std::make_shared<mapfile::Map>(*call.map);
    for (auto& layer : changed->layers) {
        if (changes(layer)) {
            layer.class_group = group_of(layer, chosen);
        }
    }
    return with_map(call, std::move(changed));
}

} // namespace ms::ows
