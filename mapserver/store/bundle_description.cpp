// SPDX-License-Identifier: MIT
#include "store/bundle_description.hpp"

#include "base/xml_writer.hpp"
#include "store/bundle.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::store {

namespace {

/// "" of what is no image.
std::string_view format_of(std::string_view type)
{
    if (type.starts_with("image/jpeg")) {
        return "JPEG";
    }
    if (type.starts_with("image/png")) {
        return "PNG32";
    }
    return type.starts_with("image/") ? "MIXED" : "";
}

void write_levels(XmlWriter& xml, TileMatrixSet const& set)
{
    constexpr double pixel_m = 0.00028; // of the OGC's scales
    xml.open("LODInfos");
    for (std::size_t zoom = 0; zoom < set.matrices.size(); ++zoom) {
        auto const cell = set.matrices[zoom].cell;
        xml.open("LODInfo")
            .element("LevelID", std::to_string(zoom))
            .element("Scale", fmt::format("{}", cell / pixel_m))
            .element("Resolution", fmt::format("{}", cell))
            .close();
    }
    xml.close();
}

} // namespace

std::optional<std::string> describe_bundles(TileMatrixSet const& set, std::string_view type)
{
    auto const format = format_of(type);
    if (set.matrices.empty() || format.empty()) {
        return std::nullopt;
    }
    auto const side = set.matrices.front().tile_px;
    if (!std::ranges::all_of(
            set.matrices, [side](int px) { return px == side; }, &TileMatrix::tile_px)) {
        return std::nullopt;
    }
    XmlWriter xml{R"(<?xml version="1.0" encoding="UTF-8"?>)"};
    xml.open("CacheInfo").open("TileCacheInfo").open("SpatialReference").element("WKT", set.wkt);
    if (set.authority == "EPSG") {
        xml.element("WKID", std::to_string(set.code));
    }
    xml.close().open("TileOrigin");
    xml.element("X", fmt::format("{}", set.left)).element("Y", fmt::format("{}", set.top)).close();
    xml.element("TileCols", std::to_string(side)).element("TileRows", std::to_string(side));
    write_levels(xml, set);
    xml.close();
    xml.open("TileImageInfo").element("CacheTileFormat", format).close();
    xml.open("CacheStorageInfo")
        .element("StorageFormat", "esriMapCacheStorageModeCompactV2")
        .element("PacketSize", std::to_string(Bundle::side))
        .close();
    xml.close();
    return xml.take();
}

} // namespace ms::store
