// SPDX-License-Identifier: MIT
#include "sld/document.hpp"

#include "base/string.hpp"
#include "fes/geometry.hpp"
#include "sld/css.hpp"
#include "sld/item_aliases.hpp"
#include "sld/rules.hpp"

#include <algorithm>

namespace ms::sld {

namespace {

constexpr std::size_t max_layers = 1000;

std::string name_of(XmlNode const& named_layer)
{
    return named_layer.text_of("Name");
}

} // namespace

std::vector<std::string> Document::layer_names() const
{
    std::vector<std::string> names;
    for (auto const& child : root.children) {
        if (child.name == "NamedLayer") {
            names.push_back(name_of(child));
        }
    }
    return names;
}

Document parse(std::string_view xml)
{
    Document document{parse_xml(xml)};
    if (document.root.name != "StyledLayerDescriptor") {
        refuse("the root element must be <StyledLayerDescriptor>, not <" +
               document.root.name.substr(0, 80) + ">");
    }
    fes::check_reference_systems(document.root);
    for (auto const& child : document.root.children) {
        if (child.name == "UserLayer") {
            refuse("<UserLayer> is not supported: layers are those of the map");
        }
    }
    auto const names = document.layer_names();
    if (names.size() > max_layers) {
        refuse("it names more than 1000 layers");
    }
    if (std::ranges::any_of(names, [](std::string const& name) { return name.empty(); })) {
        refuse("a <NamedLayer> has no <Name>");
    }
    return document;
}

std::shared_ptr<mapfile::Map const> styled(mapfile::Map const& map, Document const& document,
                                           IsMeant const& is_meant, std::vector<std::string>& notes,
                                           Fetch const& fetch, Budget* budget)
{
    Budget unlimited;
    auto& counted = budget != nullptr ? *budget : unlimited;
    RemoteImages images{fetch};
    auto copy = std::make_shared<mapfile::Map>(map);
    auto const own_layers = map.layers.size();
    std::vector<bool> is_styled(own_layers, false);
    for (auto const& named_layer : document.root.children) {
        if (named_layer.name != "NamedLayer") {
            continue;
        }
        auto const name = name_of(named_layer);
        for (std::size_t i = 0; i < own_layers; ++i) {
            if (!is_meant(map.layers[i], name)) {
                continue;
            }
            auto target = i;
            if (is_styled[i]) {
                target = copy->layers.size();
                copy->layers.push_back(map.layers[i]);
                if (copy->layers.size() > own_layers + max_layers) {
                    refuse("it draws too many layers");
                }
            }
            is_styled[i] = true;
            auto const own = with_own_names(named_layer, map.layers[i]);
            style_layer(own ? *own : named_layer, *copy, copy->layers[target], images, notes,
                        counted);
        }
    }
    std::vector<mapfile::Layer const*> styled_layers;
    for (std::size_t i = 0; i < copy->layers.size(); ++i) {
        if (i >= own_layers || is_styled[i]) {
            styled_layers.push_back(&copy->layers[i]);
        }
    }
    copy->expressions = map.expressions.with(styled_layers);
    copy->index = mapfile::MapIndexOwner{*copy};
    return copy;
}

} // namespace ms::sld
