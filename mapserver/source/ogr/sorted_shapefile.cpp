// SPDX-License-Identifier: MIT
#include "source/ogr/sorted_shapefile.hpp"

#include "source/forwarding_source.hpp"
#include "source/ogr/source.hpp"
#include "source/recoded.hpp"
#include "source/shapefile/source.hpp"

namespace ms::source::ogr {

namespace {

class SortedShapefile final : public ForwardingSource {
public:
    /// The wrapped source refers to \p layer too: it is on the heap, so that it stays where it is.
    SortedShapefile(mapfile::Map const& map, std::unique_ptr<mapfile::Layer const> layer,
                    Services const& services)
        : ForwardingSource(shapefile::open_of_ogr(map, *layer, services)), m_map(map),
          m_layer(std::move(layer)), m_services(services)
    {}

    [[nodiscard]] bool sorts() const noexcept override { return true; }
    [[nodiscard]] bool skips(Query const& query) const noexcept override
    {
        return !query.order.empty();
    }
    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        return source_for(query).start(query);
    }
    std::string explain(Query const& query) override { return source_for(query).explain(query); }

private:
    FeatureSource& source_for(Query const& query)
    {
        if (query.order.empty()) {
            return wrapped();
        }
        if (!m_by_gdal) {
            m_by_gdal = recoded(ogr::open(m_map, *m_layer, m_services), m_map, *m_layer);
        }
        return *m_by_gdal;
    }

    mapfile::Map const& m_map;
    std::unique_ptr<mapfile::Layer const> m_layer; // callers may drop theirs before a query starts
    Services const& m_services;
    std::unique_ptr<FeatureSource> m_by_gdal; ///< null until the first query that needs it
};

} // namespace

std::unique_ptr<FeatureSource> open_sorted_shapefile(mapfile::Map const& map,
                                                     mapfile::Layer const& layer,
                                                     Services const& services)
{
    return std::make_unique<SortedShapefile>(map, std::make_unique<mapfile::Layer const>(layer),
                                             services);
}

} // namespace ms::source::ogr
