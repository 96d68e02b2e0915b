// SPDX-License-Identifier: MIT
#include "ows/wms/unknown_properties.hpp"

#include "base/string.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/wms/wms_exception.hpp"
#include "render/plan/layer_plan.hpp"
#include "source/layer_error.hpp"
#include "source/registry.hpp"
#include "source/wms/server.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ms::ows::wms {

namespace {

constexpr std::size_t longest_name = 100;

/// Empty for layers without columns of their own, and if the source cannot be opened, which is
/// reported by what reads it.
std::vector<feature::Field> columns_of(Call const& call, std::size_t index)
try {
    auto const& map = *call.map;
    auto const& written = map.layers[index];
    if (written.type == mapfile::LayerType::Raster || source::wms::is_cascaded(written)) {
        return {};
    }
    std::vector<std::string> notes;
    auto const prepared =
        render::prepared(map, written, {}, substitutions(call.parameters()), notes);
    return source::open_source(map, *prepared.layer, call.services)->schema().fields;
} catch (Error const&) {
    return {};
}

/// The first of the names that the layer lacks.
std::optional<std::string> find_unknown(Call const& call, std::size_t layer,
                                        std::span<std::string const> names)
{
    auto const columns = names.empty() ? std::vector<feature::Field>{} : columns_of(call, layer);
    auto const is_unknown = [&](std::string const& name) {
        return std::ranges::none_of(columns, [&](feature::Field const& column) {
            return equals_ignoring_case(column.name, name);
        });
    };
    auto const found = std::ranges::find_if(names, is_unknown);
    return columns.empty() || found == names.end() ? std::nullopt : std::optional{*found};
}

std::string complaint(std::string const& property)
{
    return "Property '" + property.substr(0, longest_name) + "' is unknown.";
}

/// What the conditions of the layer and its classes name.
std::vector<std::string> names_in_rules(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<std::string> names;
    auto const add = [&](mapfile::Expression const& condition, std::string const& item) {
        auto const parsed = map.expressions.condition(condition, item);
        names.insert(names.end(), parsed.attributes().begin(), parsed.attributes().end());
    };
    add(layer.filter, layer.filter_item);
    for (auto const& rule : layer.classes) {
        add(rule.expression, layer.class_item);
    }
    return names;
}

} // namespace

void check_filters(Call const& call, std::span<render::LayerChoice const> layers)
{
    for (auto const& choice : layers) {
        auto const names = choice.requested_filter.attributes();
        if (auto const unknown = find_unknown(call, choice.layer, names)) {
            throw WmsException{"InvalidParameterValue", "msWMSApplyFilter()",
                               "FLTApplyFilterToLayer() failed. " + complaint(*unknown)};
        }
    }
}

void check_rules(Call const& call, mapfile::Map const& written)
{
    auto const& layers = call.map->layers;
    for (std::size_t i = 0; i < std::min(layers.size(), written.layers.size()); ++i) {
        if (layers[i].classes == written.layers[i].classes) {
            continue;
        }
        auto const names = names_in_rules(*call.map, layers[i]);
        if (auto const unknown = find_unknown(call, i, names)) {
            throw ServiceException{"", source::not_drawn(layers[i].name, complaint(*unknown)).text};
        }
    }
}

} // namespace ms::ows::wms
