// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The map that the tests query, and calls to it.

#include "http/query_string.hpp"
#include "http/response.hpp"
#include "mapfile/load.hpp"
#include "ows/common/call.hpp"
#include "ows/operation.hpp"
#include "render/core/services.hpp"
#include "source/postgis/link/databases.hpp"
#include "text/font_cache.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace ms::ows::test {

inline std::shared_ptr<mapfile::Map const> load(std::string_view text)
{
    auto const loaded = mapfile::load_text(text, ".");
    REQUIRE_MESSAGE(loaded.map != nullptr, mapfile::errors_of(loaded.problems));
    return loaded.map;
}

/// Two polygons as class groups, a group of two lines (one always drawn), one layer not for WMS.
inline std::shared_ptr<mapfile::Map const> example_map()
{
    return load(R"(
MAP
  NAME "europe"
  SIZE 400 300
  EXTENT -20 30 40 70
  PROJECTION "init=epsg:4326" END
  WEB
    METADATA
      "ows_title" "A <test> & map"
      "wms_srs" "EPSG:4326 EPSG:3857"
      "ows_enable_request" "*"
      "wms_layerlimit" "3"
    END
  END
  LAYER
    NAME "poly"
    TYPE POLYGON
    STATUS ON
    EXTENT 0 40 20 60
    MINSCALEDENOM 1000
    METADATA "wms_title" "Polys" END
    FEATURE POINTS 0 40 0 60 20 60 20 40 0 40 END END
    CLASSGROUP "red"
    CLASS NAME "c1" GROUP "red" STYLE COLOR 255 0 0 END END
    CLASS NAME "c2" GROUP "blue" STYLE COLOR 0 0 255 END END
  END
  LAYER
    NAME "lineA"
    GROUP "lines"
    TYPE LINE
    STATUS OFF
    METADATA "wms_title" "Line A" "wms_group_title" "All lines" END
    FEATURE POINTS 0 40 20 60 END END
    CLASS STYLE COLOR 0 255 0 WIDTH 3 END END
  END
  LAYER
    NAME "lineB"
    GROUP "lines"
    TYPE LINE
    STATUS DEFAULT
    METADATA "wms_title" "Line B" "wms_srs" "EPSG:25833" END
    FEATURE POINTS 0 60 20 40 END END
    CLASS STYLE COLOR 0 255 255 WIDTH 3 END END
  END
  LAYER
    NAME "secret"
    TYPE POLYGON
    STATUS DEFAULT
    METADATA "wms_title" "Secret" "ows_enable_request" "!*" END
    FEATURE POINTS 5 45 5 55 15 55 15 45 5 45 END END
    CLASS STYLE COLOR 0 0 0 END END
  END
END
)");
}

/// Everything a call needs, made for one query string.
class TestRequest {
public:
    TestRequest(std::shared_ptr<mapfile::Map const> map, std::string_view query,
                Settings settings = {})
        : m_map(std::move(map)), m_settings(std::move(settings))
    {
        m_request.parameters = http::parse_query_string(query);
        m_request.address.script_name = "/cgi-bin/mapserv";
    }

    [[nodiscard]] Call call() const { return {m_request, m_map, m_services, m_settings}; }
    [[nodiscard]] http::Request& request() { return m_request; }

private:
    std::shared_ptr<mapfile::Map const> m_map;
    Settings m_settings;
    http::Request m_request;
    Log m_log;
    source::postgis::Databases m_databases;
    Deadline m_deadline;
    text::FontCache m_fonts;
    render::Services m_services{{m_log, m_databases, m_deadline}, m_fonts};
};

inline http::Response ask(std::shared_ptr<mapfile::Map const> map, std::string_view query,
                          Settings settings = {})
{
    TestRequest const request{std::move(map), query, std::move(settings)};
    auto const response = dispatch(request.call());
    REQUIRE(response);
    return *response;
}

} // namespace ms::ows::test
