// SPDX-License-Identifier: MIT
#include "ows/wms/filter_parameter.hpp"

#include "base/string.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/wms/wms_exception.hpp"
#include "render/plan/layer_plan.hpp"
#include "source/registry.hpp"
#include "source/wms/server.hpp"

#include <algorithm>

namespace ms::ows::wms {

namespace {

/// Splits at each ")(" between neighbouring filters.
std::vector<std::string_view> split_filters(std::string_view value)
{
    value.remove_prefix(1);
    value.remove_suffix(value.ends_with(')') ? 1 : 0);
    std::vector<std::string_view> parts;
    for (auto end = value.find(")("); end != std::string_view::npos; end = value.find(")(")) {
        parts.push_back(value.substr(0, end));
        value.remove_prefix(end + 2);
    }
    parts.push_back(value);
    return parts;
}

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

} // namespace

std::vector<XmlNode> parse_filters(std::string_view value, std::size_t count)
{
    value = trim(value);
    std::vector<XmlNode> filters;
    if (value.empty()) {
        return filters;
    }
    auto const texts = value.starts_with('(') ? split_filters(value) : std::vector{value};
    if (texts.size() != count) {
        throw WmsException{"InvalidParameterValue", in_map_parameters,
                           "Wrong number of filter elements, one filter must be specified for "
                           "each requested layer or groups."};
    }
    for (auto const text : texts) {
        filters.push_back(trim(text).empty() ? XmlNode{} : parse_lenient_xml(text));
    }
    return filters;
}

void check_filters(Call const& call, std::span<render::LayerChoice const> layers)
{
    for (auto const& choice : layers) {
        auto const names = choice.requested_filter.attributes();
        auto const columns =
            names.empty() ? std::vector<feature::Field>{} : columns_of(call, choice.layer);
        for (auto const& name : names) {
            bool const is_known = std::ranges::any_of(columns, [&](feature::Field const& column) {
                return equals_ignoring_case(column.name, name);
            });
            if (!is_known && !columns.empty()) {
                throw WmsException{"InvalidParameterValue", "msWMSApplyFilter()",
                                   "FLTApplyFilterToLayer() failed. Property '" +
                                       name.substr(0, 100) + "' is unknown."};
            }
        }
    }
}

} // namespace ms::ows::wms
