// SPDX-License-Identifier: MIT
// Whole requests to a map without data of its own: a document, if the input begins with '<'; a path
// of OGC API (or WMTS, "/wmts/...") with parameters, if it begins with '/'; else parameters of a
// service or of a CGI mode.
#include "base/error.hpp"
#include "http/query_string.hpp"
#include "mapfile/load.hpp"
#include "ows/cgi/dispatch.hpp"
#include "ows/ogcapi/dispatch.hpp"
#include "ows/operation.hpp"
#include "ows/wmts/dispatch.hpp"
#include "sent_request.hpp"
#include "source/postgis/link/databases.hpp"
#include "text/font_cache.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace ms;

std::shared_ptr<mapfile::Map const> example_map()
{
    return mapfile::load_text(R"(
MAP NAME "m" SIZE 40 30 MAXSIZE 64 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "m" "ows_srs" "EPSG:4326 EPSG:3857" "ows_enable_request" "*"
      "wms_getmap_formatlist" "image/png,application/x-protobuf,application/json"
      "wms_feature_info_mime_type" "text/html" "ows_onlineresource" "http://localhost/" END
    VALIDATION "word" "^[a-z]*$" "default_word" "a" "qstring" "." END END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" END
  OUTPUTFORMAT NAME "mvt" DRIVER "MVT" MIMETYPE "application/x-protobuf" END
  OUTPUTFORMAT NAME "utf" DRIVER "UTFGRID" MIMETYPE "application/json" END
  OUTPUTFORMAT NAME "kml" DRIVER "KML" MIMETYPE "application/vnd.google-earth.kml+xml" END
  LEGEND STATUS ON KEYSIZE 9 9 LABEL SIZE 6 END END
  SCALEBAR STATUS ON END
  LAYER NAME "point" TYPE POINT STATUS ON TEMPLATE "x" PROCESSING "ITEMS=name,height" TOLERANCE 5
    METADATA "ows_title" "p" "gml_include_items" "all" "gml_featureid" "name"
      "oga_featureid" "name" "oga_queryable_items" "all" "oga_sortable_items" "all"
      "wms_timeextent" "2000/2030" "wms_timeitem" "name" "wms_timedefault" "2020" END
    UTFITEM "name" UTFDATA "[name]"
    FEATURE POINTS 5 5 END ITEMS "2020-01-01;5" END
    FEATURE POINTS 2 7 END ITEMS "seven;7" END
    CLASS NAME "all" GROUP "all" EXPRESSION ("%word%" != "b") STYLE COLOR 255 0 0 SIZE 4 END
      LABEL TEXT "[name]" SIZE 6 END END
  END
  LAYER NAME "area" GROUP "g" TYPE POLYGON STATUS ON METADATA "ows_title" "a" END
    FEATURE POINTS 1 1 9 1 9 9 1 1 END END
    CLASS STYLE COLOR 0 128 0 OUTLINECOLOR 0 0 0 END END
  END
END)",
                              ".")
        .map;
}

constexpr std::string_view wmts = "/wmts/";

http::Request request_of(std::string_view text)
{
    if (!text.starts_with('/')) {
        return fuzz::sent_request(text);
    }
    http::Request request;
    auto const path = text.substr(0, text.find('?'));
    request.path_info = (path.starts_with(wmts) ? "/m" : "/m/ogcapi") + http::decode_path(path);
    if (path.size() < text.size()) {
        request.parameters = http::parse_query_string(text.substr(path.size() + 1));
    }
    return request;
}

http::Response answer(ows::Call const& call)
{
    if (auto const& path = call.request.path_info; !path.empty()) {
        if (path.starts_with("/m/wmts/")) {
            return ows::wmts::dispatch_path(call);
        }
        return ows::ogcapi::dispatch(call);
    }
    if (ows::cgi::mode_of(call).empty()) {
        if (auto response = ows::dispatch(call)) {
            return *std::move(response);
        }
    }
    return ows::cgi::dispatch(call);
}

} // namespace

// Whatever is wrong with a request is the error of the client, of the map (whose template is not
// there), or a limit; never an internal one.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    static auto const map = example_map();
    static source::postgis::Databases databases;
    static text::FontCache fonts;
    static Log log;
    static ows::Settings const settings;
    http::Request request;
    try {
        request = request_of({reinterpret_cast<char const*>(data), size});
    } catch (Error const&) {
        return 0;
    }
    Deadline const deadline{Deadline::Clock::now() + std::chrono::seconds{10}};
    Budget budget{deadline, std::size_t{16} << 20U};
    render::Services const services{{log, databases, deadline}, fonts, nullptr, &budget};
    try {
        auto const response = answer({request, map, services, settings});
        if (response.error_kind == ErrorKind::Internal) {
            std::abort();
        }
    } catch (Error const& error) { // of malformed XML; the front end reports it
        if (error.kind() != ErrorKind::BadRequest) {
            std::abort();
        }
    }
    return 0;
}
