// SPDX-License-Identifier: MIT
#include "ows/wms/first_mistake.hpp"

#include "base/string.hpp"
#include "ows/wms/drawing.hpp"
#include "ows/wms/formats.hpp"
#include "ows/wms/reference_system.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace ms::ows::wms {

namespace {

/// What MapServer checks while it reads the parameters one after the other, then the numbers of
/// BBOX.
void check_values(Call const& call, MapUse use, Version version)
{
    for (auto const& [name, value] : call.parameters().entries()) {
        if (equals_ignoring_case(name, "BBOX") && std::ranges::count(value, ',') != 3) {
            std::ignore = parse_bbox(value);
        } else if (equals_ignoring_case(name, "EXCEPTIONS")) {
            check_exception_format(call.parameters(), version);
        } else if (use == MapUse::Image && equals_ignoring_case(name, "FORMAT") &&
                   !equals_ignoring_case(value, "application/openlayers")) {
            std::ignore = find_map_format(*call.map, value);
        }
    }
    if (auto const* const box = call.parameters().last("BBOX")) {
        std::ignore = parse_bbox(*box);
    }
}

/// The layers of all names, each name once.
std::vector<std::size_t> all_layers(Call const& call, std::vector<std::string> const& names,
                                    std::string_view operation)
{
    std::vector<std::size_t> all;
    std::set<std::string_view> seen;
    for (auto const& name : names) {
        work(call.services.budget);
        if (seen.insert(name).second) {
            auto const layers = layers_named(*call.map, name, operation);
            all.insert(all.end(), layers.begin(), layers.end());
        }
    }
    return all;
}

void check_styles(Call const& call, std::vector<std::string> const& names,
                  std::string_view operation)
{
    auto const styles = parse_styles(call.parameters(), *call.map, names.size());
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        work(call.services.budget);
        if (!styles[i].empty() && seen.emplace(names[i], styles[i]).second) {
            check_style(*call.map, layers_named(*call.map, names[i], operation), styles[i]);
        }
    }
}

} // namespace

void check_in_order(Call const& call, MapUse use, std::string_view operation)
{
    auto const& parameters = call.parameters();
    auto const version = required_version(parameters);
    check_values(call, use, version);
    if (parameters.last("LAYERS") == nullptr) {
        return;
    }
    auto const names = parse_layers(parameters, *call.map, version);
    auto const layers = all_layers(call, names, operation);
    if (auto const* const system = parameters.last(version == Version::V130 ? "CRS" : "SRS")) {
        std::ignore = find_system(*system, version, *call.map, layers);
    }
    for (auto const* const name : {"WIDTH", "HEIGHT"}) {
        if (auto const* const length = parameters.last(name)) {
            std::ignore = parse_length(*length, call.map->max_size);
        }
    }
    if (parameters.last("STYLES") != nullptr) {
        check_styles(call, names, operation);
    }
}

} // namespace ms::ows::wms
