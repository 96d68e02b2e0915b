// SPDX-License-Identifier: MIT
#include "ows/wfs/format_list.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

std::string const* format_list(mapfile::Map const& map, mapfile::Layer const& layer)
{
    constexpr std::string_view key = "getfeature_formatlist";
    auto const* const own = find_of(Service::Wfs, layer.metadata, key);
    return own == nullptr ? find_of(Service::Wfs, map.web.metadata, key) : own;
}

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

} // namespace ms::ows::wfs
