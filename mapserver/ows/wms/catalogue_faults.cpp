// SPDX-License-Identifier: MIT
#include "ows/wms/catalogue_faults.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/catalogue.hpp"
#include "source/postgis/catalogue.hpp"
#include "source/postgis/sql/named_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ms::ows::wms {

namespace {

/// Names of dimensions that have the key, listed in wms_dimensionlist or not.
std::vector<std::string> names_with_catalogue(mapfile::Layer const& layer)
{
    constexpr std::string_view end = "_catalogue";
    constexpr std::size_t prefix_length = 4; // "wms_", "ows_"
    std::vector<std::string> names;
    for (auto const& [key, value] : layer.metadata.entries) {
        bool const is_read =
            starts_with_ignoring_case(key, "wms_") || starts_with_ignoring_case(key, "ows_");
        if (is_read && key.ends_with(end) && key.size() > prefix_length + end.size()) {
            names.push_back(key.substr(prefix_length, key.size() - prefix_length - end.size()));
        }
    }
    return names;
}

void check_sql(Dimension const& dimension, std::string const& key, std::vector<std::string>& faults)
{
    auto const names = source::postgis::names_in(dimension.catalogue);
    auto const& known = source::postgis::catalogue_names;
    for (auto const name : names) {
        if (std::ranges::find(known, name) == known.end()) {
            faults.push_back(fmt::format("{} has :{}, which has no value; there are :{}", key, name,
                                         fmt::join(known, ", :")));
        }
    }
    if (std::ranges::find(names, known.front()) == names.end()) {
        faults.push_back(key + " does not use :dim, the requested value");
    }
}

void check(mapfile::Map const& map, mapfile::Layer const& layer, Dimension const& dimension,
           std::string const& key, std::vector<std::string>& faults)
{
    check_sql(dimension, key, faults);
    if (catalogue_connection(map, layer, dimension) == nullptr) {
        faults.push_back(fmt::format("{} has no CONNECTION: {}_layer must name a layer of "
                                     "CONNECTIONTYPE POSTGIS",
                                     key, key));
    }
    if (layer.type == mapfile::LayerType::Raster && layer.tile_index.empty()) {
        faults.push_back(key + " chooses among the files of a TILEINDEX, which the layer lacks");
    }
    auto const unknown = wms_value(layer.metadata, dimension.name + "_unknown");
    if (!unknown.empty() && !dimension.takes_unknown && !equals_ignoring_case(unknown, "error")) {
        faults.push_back(
            fmt::format("METADATA wms_{}_unknown must be \"empty\" or \"error\"", dimension.name));
    }
}

} // namespace

std::vector<std::string> catalogue_faults(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<std::string> faults;
    auto const dimensions = dimensions_of(layer);
    for (auto const& name : names_with_catalogue(layer)) {
        auto const key = fmt::format("METADATA wms_{}_catalogue", name);
        auto const dimension = std::ranges::find_if(dimensions, [&](Dimension const& other) {
            return equals_ignoring_case(other.name, name);
        });
        if (dimension == dimensions.end()) {
            faults.push_back(fmt::format("{} has no effect: wms_dimensionlist does not list {}, or "
                                         "it has no item, units or extent",
                                         key, name));
        } else {
            check(map, layer, *dimension, key, faults);
        }
    }
    return faults;
}

} // namespace ms::ows::wms
