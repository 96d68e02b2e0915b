// SPDX-License-Identifier: MIT
#include "ows/wms/catalogue_faults.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

struct Catalogue {
    mapfile::Map map;
    mapfile::Layer layer;

    Catalogue()
    {
        layer.connection_type = mapfile::ConnectionType::PostGis;
        layer.metadata.set("wms_dimensionlist", "product");
        layer.metadata.set("wms_product_item", "product");
        layer.metadata.set("wms_product_units", "");
        layer.metadata.set("wms_product_extent", "peak");
        layer.metadata.set("wms_product_catalogue", "SELECT x FROM t WHERE k = :dim");
    }

    [[nodiscard]] std::string fault() const
    {
        auto const faults = ows::wms::catalogue_faults(map, layer);
        CHECK(faults.size() <= 1);
        return faults.empty() ? "" : faults.front();
    }
};

} // namespace

TEST_CASE_FIXTURE(Catalogue, "catalogue faults: a complete catalogue has none")
{
    CHECK(fault().empty());
    layer.metadata.set("wms_product_unknown", "Empty");
    CHECK(fault().empty());
}

TEST_CASE_FIXTURE(Catalogue, "catalogue faults: names without a value, and no requested value")
{
    layer.metadata.set("wms_product_catalogue", "SELECT x FROM t WHERE k = :dim AND z = :zoom");
    CHECK(fault() == "METADATA wms_product_catalogue has :zoom, which has no value; there are "
                     ":dim, :minx, :miny, :maxx, :maxy");
    layer.metadata.set("wms_product_catalogue", "SELECT x FROM t");
    CHECK(fault() == "METADATA wms_product_catalogue does not use :dim, the requested value");
}

TEST_CASE_FIXTURE(Catalogue, "catalogue faults: keys of a dimension that is not complete")
{
    layer.metadata.set("wms_product_extent", "");
    CHECK(fault() == "METADATA wms_product_catalogue has no effect: wms_dimensionlist does not "
                     "list product, or it has no item, units or extent");
}

TEST_CASE_FIXTURE(Catalogue, "catalogue faults: a database is needed, and rasters need an index")
{
    layer.connection_type = mapfile::ConnectionType::Local;
    CHECK(fault() == "METADATA wms_product_catalogue has no CONNECTION: METADATA "
                     "wms_product_catalogue_layer must name a layer of CONNECTIONTYPE POSTGIS");
    map.layers.push_back({.name = "places"});
    map.layers.back().connection_type = mapfile::ConnectionType::PostGis;
    layer.metadata.set("wms_product_catalogue_layer", "places");
    CHECK(fault().empty());
    layer.type = mapfile::LayerType::Raster;
    CHECK(fault() == "METADATA wms_product_catalogue chooses among the files of a TILEINDEX, which "
                     "the layer lacks");
    layer.tile_index = "places";
    layer.metadata.set("wms_product_unknown", "nothing");
    CHECK(fault() == "METADATA wms_product_unknown must be \"empty\" or \"error\"");
}
