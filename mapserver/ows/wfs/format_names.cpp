// SPDX-License-Identifier: MIT
#include "ows/wfs/format_names.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wfs/formats.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

namespace {

std::string const* format_list(mapfile::Map const& map, mapfile::Layer const& layer)
{
    constexpr std::string_view key = "getfeature_formatlist";
    auto const* const own = find_of(Service::Wfs, layer.metadata, key);
    return own == nullptr ? find_of(Service::Wfs, map.web.metadata, key) : own;
}

} // namespace

std::span<std::string_view const> gml_formats(Version version) noexcept
{
    static constexpr std::array<std::string_view, 4> names{
        "application/gml+xml; version=3.2", "text/xml; subtype=gml/3.2.1",
        "text/xml; subtype=gml/3.1.1", "text/xml; subtype=gml/2.1.2"};
    static constexpr std::array<std::string_view, 1> oldest{"GML2"};
    switch (version) {
    case Version::V100:
        return oldest;
    case Version::V110:
        return std::span{names}.subspan(2, 1);
    default:
        return names;
    }
}

std::vector<mapfile::OutputFormat const*> listed_formats(mapfile::Map const& map,
                                                         mapfile::Layer const& layer)
{
    auto const* const list = format_list(map, layer);
    std::vector<mapfile::OutputFormat const*> formats;
    if (list == nullptr) {
        return formats;
    }
    for (auto const& name : split_list(*list)) {
        auto const found =
            std::ranges::find_if(map.output_formats, [&](mapfile::OutputFormat const& format) {
                return equals_ignoring_case(format.name, name);
            });
        if (found != map.output_formats.end()) {
            formats.push_back(&*found);
        }
    }
    return formats;
}

std::vector<std::string> format_names(mapfile::Map const& map, mapfile::Layer const& layer,
                                      Version version)
{
    auto const gml = gml_formats(version);
    std::vector<std::string> names{gml.begin(), gml.end()};
    bool const is_named = version == Version::V100;
    for (auto const* const format : file_formats(map, layer)) {
        names.push_back(is_named || format->mime_type.empty() ? format->name : format->mime_type);
    }
    // As in MapServer, only GML is announced without a list.
    if (format_list(map, layer) != nullptr && has_geojson(map, layer)) {
        names.emplace_back(is_named ? std::string_view{"geojson"} : geojson_type);
    }
    return names;
}

} // namespace ms::ows::wfs
