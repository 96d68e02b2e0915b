// SPDX-License-Identifier: MIT
#include "ows/wfs/format_names.hpp"

#include "unit/ows/maps.hpp"

using namespace ms;
using namespace ms::ows;

// As MapServer 8.0.0 lists them in the same map.
TEST_CASE("WFS formats: several formats of one MIME type are announced once")
{
    auto const map = test::load(R"map(
MAP EXTENT 0 0 1 1 SIZE 9 9
  WEB METADATA "wfs_getfeature_formatlist" "a,b,c" END END
  OUTPUTFORMAT NAME "a" DRIVER "OGR/CSV" MIMETYPE "text/csv" END
  OUTPUTFORMAT NAME "b" DRIVER "OGR/KML" MIMETYPE "text/kml" END
  OUTPUTFORMAT NAME "c" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "FORM=zip" END
  LAYER NAME "l" TYPE POINT END
END)map");
    using Names = std::vector<std::string>;
    CHECK(wfs::format_names(*map, map->layers[0], wfs::Version::V110) ==
          Names{"text/xml; subtype=gml/3.1.1", "text/csv", "text/kml"});
    CHECK(wfs::format_names(*map, map->layers[0], wfs::Version::V100) ==
          Names{"GML2", "a", "b", "c"});
}
