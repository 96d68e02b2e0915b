// SPDX-License-Identifier: MIT
#include "source/wms/source.hpp"

#include "base/error.hpp"
#include "crs/transformation.hpp"
#include "source/wms/server.hpp"

#include <fmt/format.h>

namespace ms::source::wms {

namespace {

class Source final : public FeatureSource {
public:
    Source(mapfile::Map const& map, mapfile::Layer const& layer)
        : m_map(map), m_layer(layer), m_server(server_of(map, layer))
    {}

    feature::Schema const& schema() override { return m_schema; }

    /// In the CRS of the layer.
    std::optional<geometry::Box> extent() override
    {
        auto const& projection = mapfile::projection_of(m_map, m_layer);
        auto const crs = crs::parse(projection.arguments, {m_map.proj_data()});
        if (!m_server.box || !crs.is_defined() || !m_server.box_crs.is_defined()) {
            return m_server.box;
        }
        return crs::Transformation{m_server.box_crs, crs}.forward(*m_server.box);
    }

    std::unique_ptr<FeatureCursor> start(Query const& /*query*/) override
    {
        throw Error{ErrorKind::Internal, "layer \"" + m_layer.name + "\" has no features"};
    }

    std::string explain(Query const& /*query*/) override
    {
        return fmt::format("WMS of {}: {} as {}", remote::place_of(m_server.url), m_server.names,
                           m_server.format);
    }

private:
    mapfile::Map const& m_map;
    mapfile::Layer const& m_layer;
    Server m_server;
    feature::Schema m_schema;
};

} // namespace

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& /*services*/)
{
    return std::make_unique<Source>(map, layer);
}

} // namespace ms::source::wms
