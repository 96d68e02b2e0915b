// SPDX-License-Identifier: MIT
#include "source/data_crs.hpp"

#include "mapfile/text_file.hpp"
#include "source/ogr/source.hpp"
#include "source/shapefile/source.hpp"
#include "source/wfs/request.hpp"
#include "source/wfs/source.hpp"

#include <filesystem>

namespace ms::source {

crs::Definition data_crs(mapfile::Map const& map, mapfile::Layer const& layer)
{
    if (wfs::is_cascaded(layer)) {
        return wfs::server_of(map, layer).crs;
    }
    if (ogr::is_file(layer)) {
        auto const text = ogr::crs_of(map, layer);
        return text.empty() ? crs::Definition{} : crs::parse(text, {map.proj_data()});
    }
    if (layer.connection_type != mapfile::ConnectionType::Local || layer.data.empty()) {
        return {};
    }
    std::filesystem::path const path = shapefile::find_stem(map, layer.data).string() + ".prj";
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored)
               ? crs::parse(mapfile::read_text_file(path), {map.proj_data()})
               : crs::Definition{};
}

crs::Definition written_crs(mapfile::Map const& map, mapfile::Layer const& layer)
{
    return layer.projection.is_auto() ? data_crs(map, layer)
                                      : crs::parse(layer.projection.arguments, {map.proj_data()});
}

} // namespace ms::source
