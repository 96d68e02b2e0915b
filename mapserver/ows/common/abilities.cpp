// SPDX-License-Identifier: MIT
#include "ows/common/abilities.hpp"

#include "ogr/load.hpp"

namespace ms::ows {

std::string abilities()
{
    std::string text =
        "OUTPUT=PNG OUTPUT=JPEG SUPPORTS=PROJ SUPPORTS=AGG SUPPORTS=FREETYPE "
        "SUPPORTS=CAIRO SUPPORTS=SVG_SYMBOLS SUPPORTS=RSVG SUPPORTS=ICONV "
        "SUPPORTS=FRIBIDI SUPPORTS=WMS_SERVER SUPPORTS=WFS_SERVER SUPPORTS=WCS_SERVER "
        "SUPPORTS=OGCAPI_SERVER SUPPORTS=FASTCGI SUPPORTS=THREADS SUPPORTS=GEOS "
        "INPUT=POSTGIS INPUT=SHAPEFILE";
    return ogr::has_module() ? text + " INPUT=OGR INPUT=FLATGEOBUF" : text;
}

} // namespace ms::ows
