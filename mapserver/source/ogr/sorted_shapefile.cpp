// SPDX-License-Identifier: MIT
#include "source/ogr/sorted_shapefile.hpp"

#include "source/ogr/source.hpp"
#include "source/recoded.hpp"
#include "source/shapefile/source.hpp"

namespace ms::source::ogr {

namespace {

class SortedShapefile final : public FeatureSource {
public:
    SortedShapefile(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services)
        : m_map(map), m_layer(layer), m_services(services),
          m_direct(shapefile::open_of_ogr(map, layer, services))
    {}

    feature::Schema const& schema() override { return m_direct->schema(); }
    std::optional<geometry::Box> extent() override { return m_direct->extent(); }
    std::optional<std::int64_t> count() override { return m_direct->count(); }
    std::optional<std::int64_t> count(Query const& query) override
    {
        return m_direct->count(query);
    }
    [[nodiscard]] bool sorts() const noexcept override { return true; }
    std::optional<std::string> version(DataVersions& versions) override
    {
        return m_direct->version(versions);
    }
    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        return source_for(query).start(query);
    }
    std::string explain(Query const& query) override { return source_for(query).explain(query); }

private:
    FeatureSource& source_for(Query const& query)
    {
        if (query.order.empty() && query.offset == 0) {
            return *m_direct;
        }
        if (!m_by_gdal) {
            m_by_gdal = recoded(ogr::open(m_map, m_layer, m_services), m_map, m_layer);
        }
        return *m_by_gdal;
    }

    mapfile::Map const& m_map;
    mapfile::Layer m_layer; // callers may drop theirs before a query starts
    Services const& m_services;
    std::unique_ptr<FeatureSource> m_direct;
    std::unique_ptr<FeatureSource> m_by_gdal; ///< null until the first query that needs it
};

} // namespace

std::unique_ptr<FeatureSource> open_sorted_shapefile(mapfile::Map const& map,
                                                     mapfile::Layer const& layer,
                                                     Services const& services)
{
    return std::make_unique<SortedShapefile>(map, layer, services);
}

} // namespace ms::source::ogr
