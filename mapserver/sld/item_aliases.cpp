// SPDX-License-Identifier: MIT
#include "sld/item_aliases.hpp"

#include "base/string.hpp"
#include "fes/filter.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ms::sld {

namespace {

constexpr std::string_view alias_suffix = "_alias";
constexpr std::array<std::string_view, 3> prefixes{"gml_", "ows_", "wms_"};

struct Alias {
    std::string_view alias;
    std::string_view item;
};

std::vector<Alias> aliases_of(mapfile::Layer const& layer)
{
    std::vector<Alias> aliases;
    for (auto const& [key, value] : layer.metadata.entries) {
        bool const is_alias =
            key.size() > 4 + alias_suffix.size() &&
            equals_ignoring_case(std::string_view{key}.substr(key.size() - alias_suffix.size()),
                                 alias_suffix) &&
            std::ranges::any_of(
                prefixes, [&](auto prefix) { return starts_with_ignoring_case(key, prefix); });
        if (is_alias) {
            aliases.push_back(
                {value, std::string_view{key}.substr(4, key.size() - 4 - alias_suffix.size())});
        }
    }
    return aliases;
}

/// \returns whether anything was replaced
bool replace(XmlNode& node, std::vector<Alias> const& aliases)
{
    if (node.name == "PropertyName" || node.name == "ValueReference") {
        auto const found =
            std::ranges::find(aliases, fes::attribute_name(node.text()), &Alias::alias);
        if (found == aliases.end()) {
            return false;
        }
        node.children = {XmlNode{.value = std::string{found->item}}};
        return true;
    }
    bool has_replaced = false;
    for (auto& child : node.children) {
        has_replaced |= replace(child, aliases);
    }
    return has_replaced;
}

} // namespace

std::optional<XmlNode> with_own_names(XmlNode const& named_layer, mapfile::Layer const& layer)
{
    auto const aliases = aliases_of(layer);
    if (aliases.empty()) {
        return std::nullopt;
    }
    std::optional own{named_layer};
    if (!replace(*own, aliases)) {
        own.reset();
    }
    return own;
}

} // namespace ms::sld
