// SPDX-License-Identifier: MIT
#include "ows/wfs/format_names.hpp"

#include "ows/wfs/format_list.hpp"
#include "ows/wfs/formats.hpp"

#include <algorithm>

namespace ms::ows::wfs {

std::vector<std::string> format_names(mapfile::Map const& map, mapfile::Layer const& layer,
                                      Version version)
{
    auto const gml = gml_formats(version);
    std::vector<std::string> names{gml.begin(), gml.end()};
    auto const add = [&names](std::string_view name) {
        if (std::ranges::find(names, name) == names.end()) {
            names.emplace_back(name);
        }
    };
    bool const is_named = version == Version::V100;
    for (auto const* const format : file_formats(map, layer)) {
        add(is_named || format->mime_type.empty() ? format->name : format->mime_type);
    }
    // As in MapServer, only GML is announced without a list.
    if (format_list(map, layer) != nullptr && has_geojson(map, layer)) {
        add(is_named ? std::string_view{"geojson"} : geojson_type);
    }
    return names;
}

} // namespace ms::ows::wfs
