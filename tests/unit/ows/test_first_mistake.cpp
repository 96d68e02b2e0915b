// SPDX-License-Identifier: MIT
#include "http/response.hpp"
#include "unit/ows/maps.hpp"

using namespace ms;
using namespace ms::ows;

namespace {

/// Whether a request with these parameters in place of good ones is refused with this text.
bool says(std::string const& changes, std::string_view text)
{
    auto const response =
        test::ask(test::example_map(),
                  "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=poly&STYLES=&CRS=EPSG:4326"
                  "&BBOX=40,0,60,20&WIDTH=100&HEIGHT=100&FORMAT=image/png&" +
                      changes);
    return http::body_text(response).find(text) != std::string::npos;
}

/// The same without some parameters.
bool says_without(std::string_view missing, std::string const& changes, std::string_view text)
{
    std::string query = "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&" + changes;
    for (std::string const good : {"LAYERS=poly", "STYLES=", "CRS=EPSG:4326", "BBOX=40,0,60,20",
                                   "WIDTH=100", "HEIGHT=100", "FORMAT=image/png"}) {
        auto const name = good.substr(0, good.find('=') + 1);
        if (!name.starts_with(missing) && changes.find(name) == std::string::npos) {
            query += '&' + good;
        }
    }
    return http::body_text(test::ask(test::example_map(), query)).find(text) != std::string::npos;
}

} // namespace

// As MapServer 8.0.0: malformed values and formats, layers, CRSs, sizes, styles, then what is
// missing, then FILTER.
TEST_CASE("WMS: of several mistakes one is reported")
{
    CHECK(says("FORMAT=nix&LAYERS=nix", "InvalidFormat"));
    CHECK(says("FORMAT=nix&STYLES=nix", "InvalidFormat"));
    CHECK(says("BBOX=1,2&LAYERS=nix", "Wrong number of arguments for BBOX"));
    CHECK(says("LAYERS=nix&CRS=EPSG:2056", "LayerNotDefined"));
    CHECK(says("LAYERS=nix&WIDTH=0", "LayerNotDefined"));
    CHECK(says("LAYERS=nix&STYLES=a,b", "LayerNotDefined"));
    CHECK(says("LAYERS=nix&FILTER=<x", "LayerNotDefined"));
    CHECK(says("CRS=EPSG:2056&WIDTH=0", "InvalidCRS"));
    CHECK(says("CRS=EPSG:2056&STYLES=nix", "InvalidCRS"));
    CHECK(says("WIDTH=0&STYLES=nix", "Image size out of range"));
    CHECK(says("STYLES=nix&FILTER=<x", "StyleNotDefined"));
    CHECK(says_without("BBOX", "LAYERS=nix", "LayerNotDefined"));
    CHECK(says_without("LAYERS", "FORMAT=nix", "InvalidFormat"));
    CHECK(says_without("LAYERS", "WIDTH=0", "Missing required parameter LAYERS"));
    CHECK(says_without("FORMAT", "STYLES=nix", "StyleNotDefined"));
    CHECK(says_without("BBOX", "WIDTH=0", "Image size out of range"));
}

TEST_CASE("WMS: styles that do not match the layers, and unreadable filters, are quoted")
{
    CHECK(says("STYLES=a,b", "Invalid style (a,b). Mapserver is expecting an empty string for"));
    CHECK(says("FILTER=<x", "Invalid or Unsupported FILTER : &lt;x"));
}

// As MapServer 8.0.0.
TEST_CASE("GetLegendGraphic: of several mistakes one is reported")
{
    auto const text = [](std::string const& query) {
        return std::string{http::body_text(test::ask(
            test::example_map(), "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetLegendGraphic&" + query))};
    };
    auto const has = [](std::string const& all, std::string_view part) {
        return all.find(part) != std::string::npos;
    };
    std::string const start = "msWMSGetLegendGraphic(): WMS server error. ";
    CHECK(has(text("SLD_VERSION=9"), start + "Mandatory LAYER parameter missing"));
    CHECK(has(text("LAYER=poly"), start + "Mandatory FORMAT parameter missing"));
    CHECK(has(text("LAYER=nix&FORMAT=nix"),
              "GetLegendGraphic(): WMS server error. Missing required parameter SLD_VERSION"));
    std::string const version = "SLD_VERSION=1.1.0&";
    CHECK(has(text(version + "LAYER=nix&FORMAT=nix"), start + "Invalid layer given"));
    CHECK(has(text(version + "LAYER=poly&FORMAT=nix&STYLE=nix"), "StyleNotDefined"));
    CHECK(has(text(version + "LAYER=poly&FORMAT=nix"),
              "msWMSGetLegendGraphic(): Image handling error. Unsupported output format (nix)."));
    CHECK(has(text(version + "LAYER=poly&FORMAT=image/png&RULE=nix"),
              "msWMSGetLegendGraphic(): Image handling error. Unavailable RULE (nix)."));
}
