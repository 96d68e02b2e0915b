// SPDX-License-Identifier: MIT
#include "http/content_coding.hpp"

#include <doctest/doctest.h>

using namespace ms::http;

// The examples of RFC 9110, 12.5.3, and the rules in its text.
TEST_CASE("Accept-Encoding: gzip is taken when it is named or meant, and not forbidden")
{
    CHECK(accepts_gzip("compress, gzip"));
    CHECK_FALSE(accepts_gzip(""));
    CHECK(accepts_gzip("*"));
    CHECK(accepts_gzip("compress;q=0.5, gzip;q=1.0"));
    CHECK(accepts_gzip("gzip;q=1.0, identity; q=0.5, *;q=0"));
    CHECK(accepts_gzip("br , GZIP ; q=0.1"));
    CHECK(accepts_gzip("x-gzip"));
    CHECK_FALSE(accepts_gzip("gzip;q=0"));
    CHECK_FALSE(accepts_gzip("gzip; Q=0"));
    CHECK_FALSE(accepts_gzip("gzip;q=0.000, *;q=1"));
    CHECK_FALSE(accepts_gzip("identity"));
    CHECK_FALSE(accepts_gzip("gzipped"));
    CHECK_FALSE(accepts_gzip("gzip;q=many"));
    CHECK_FALSE(accepts_gzip(",,;,"));
}

TEST_CASE("compression: texts gain by it, images do not")
{
    for (auto const* type :
         {"text/xml; charset=UTF-8", "application/vnd.ogc.wms_xml", "application/json",
          "application/geo+json", "image/svg+xml", "application/vnd.ogc.gml", "text/html",
          "application/vnd.mapbox-vector-tile", "application/x-protobuf"}) {
        CHECK_MESSAGE(is_worth_compressing(type), type);
    }
    for (auto const* type :
         {"image/png", "image/jpeg", "application/pdf", "", "image/png; x=xml"}) {
        CHECK_FALSE_MESSAGE(is_worth_compressing(type), type);
    }
}
