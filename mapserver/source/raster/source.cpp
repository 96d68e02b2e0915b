// SPDX-License-Identifier: MIT
#include "source/raster/source.hpp"

#include "base/error.hpp"
#include "source/raster/files.hpp"
#include "source/raster/tile_index.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ms::source::raster {

namespace {

/// The bounds of the four corners.
geometry::Box box_of(OpenedRaster const& opened)
{
    auto const& t = opened.to_world;
    auto const [width, height] = opened.file->header().levels.front();
    std::array const xs{t[0], t[0] + width * t[1], t[0] + height * t[2],
                        t[0] + width * t[1] + height * t[2]};
    std::array const ys{t[3], t[3] + width * t[4], t[3] + height * t[5],
                        t[3] + width * t[4] + height * t[5]};
    return {std::ranges::min(xs), std::ranges::min(ys), std::ranges::max(xs), std::ranges::max(ys)};
}

class Source final : public FeatureSource {
public:
    Source(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services)
        : m_map(map), m_layer(layer), m_services(services)
    {}

    feature::Schema const& schema() override
    {
        if (m_layer.tile_index.empty()) {
            (void)opened(); // reports errors of the file
        }
        return m_schema;
    }

    /// Of an index: of its shapes, as its files may have several CRSs.
    std::optional<geometry::Box> extent() override
    {
        if (!m_layer.tile_index.empty()) {
            return extent_of_index(m_map, m_layer, m_services);
        }
        return box_of(opened());
    }

    std::unique_ptr<FeatureCursor> start(Query const& /*query*/) override
    {
        throw Error{ErrorKind::Internal, "layer \"" + m_layer.name + "\" has no features"};
    }

    /// The stamps of the file and of its possible companions.
    std::optional<std::string> version(DataVersions& /*versions*/) override
    {
        if (!m_layer.tile_index.empty()) {
            return std::nullopt;
        }
        return version_of_files(m_map, m_layer, m_services);
    }

    std::string explain(Query const& query) override
    {
        if (!m_layer.tile_index.empty()) {
            return fmt::format("raster files of an index: {} here",
                               files_of(m_map, m_layer, query.box, m_services).size());
        }
        auto const file = opened();
        auto const& header = file.file->header();
        auto const& base = header.levels.front();
        return fmt::format("raster, {} {} x {}, {} bands, {} overviews", header.driver, base.width,
                           base.height, header.bands.size(), header.levels.size() - 1);
    }

private:
    [[nodiscard]] OpenedRaster opened() const
    {
        auto const files = files_of(m_map, m_layer, std::nullopt, m_services);
        if (files.empty()) {
            throw Error{ErrorKind::Source, "layer \"" + m_layer.name + "\": its file is missing"};
        }
        return open_file(m_map, m_layer, files.front().path, m_services);
    }

    mapfile::Map const& m_map;
    mapfile::Layer const& m_layer;
    Services const& m_services;
    feature::Schema m_schema;
};

} // namespace

bool is_raster(mapfile::Layer const& layer)
{
    return layer.type == mapfile::LayerType::Raster &&
           layer.connection_type == mapfile::ConnectionType::Local &&
           !(layer.data.empty() && layer.tile_index.empty());
}

std::string wkt_of(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services)
{
    if (!is_raster(layer) || !layer.tile_index.empty()) {
        return {};
    }
    auto const files = files_of(map, layer, std::nullopt, services);
    return files.empty() ? std::string{}
                         : open_file(map, layer, files.front().path, services).file->wkt();
}

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& services)
{
    return std::make_unique<Source>(map, layer, services);
}

} // namespace ms::source::raster
