// SPDX-License-Identifier: MIT
#include "ows/wms/describe_layer.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/name_list.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/version.hpp"
#include "ows/wms/wms_exception.hpp"

#include <algorithm>

namespace ms::ows::wms {

namespace {

constexpr std::string_view declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

bool has_features(mapfile::Layer const& layer)
{
    using mapfile::LayerType;
    return layer.type == LayerType::Point || layer.type == LayerType::Line ||
           layer.type == LayerType::Polygon;
}

std::vector<std::size_t> described_layers(Call const& call)
{
    auto const* const list = call.parameters().last("LAYERS");
    if (list == nullptr) {
        throw WmsException{"MissingParameterValue", in_map_parameters,
                           "Missing required parameter LAYERS"};
    }
    std::vector<std::size_t> layers;
    std::vector<bool> is_described(call.map->layers.size());
    for (auto const name : split_unique_names(*list, "LAYERS")) {
        call.services.deadline.check();
        auto const found = find_layers(*call.map, name, "DescribeLayer");
        if (found.empty()) {
            throw WmsException{"LayerNotDefined", in_map_parameters,
                               "Invalid layer(s) given in the LAYERS parameter. A layer might "
                               "be disabled for this request. Check wms/ows_enable_request "
                               "settings."};
        }
        for (auto const index : found) {
            if (!is_described[index]) {
                is_described[index] = true;
                layers.push_back(index);
            }
        }
    }
    return layers;
}

/// The URL of the service that offers the data of a layer, a WCS or WFS, from the layer, else from
/// the map; "" if none is announced.
std::string_view service_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    bool const is_coverage = layer.type == mapfile::LayerType::Raster;
    if (!is_coverage && !has_features(layer)) {
        return {};
    }
    auto const service = is_coverage ? Service::Wcs : Service::Wfs;
    for (auto const* const metadata : {&layer.metadata, &map.web.metadata}) {
        if (auto const* const value = find_of(service, *metadata, "onlineresource")) {
            return *value;
        }
    }
    return {};
}

std::string old_description(mapfile::Map const& map, std::vector<std::size_t> const& layers,
                            Version version)
{
    XmlWriter xml{std::string{declaration} +
                  "<!DOCTYPE WMS_DescribeLayerResponse SYSTEM "
                  "\"http://schemas.opengis.net/wms/1.1.1/WMS_DescribeLayerResponse.dtd\">\n"};
    xml.open("WMS_DescribeLayerResponse").attribute("version", to_text(version));
    for (auto const index : layers) {
        auto const& layer = map.layers[index];
        auto const service = service_of(map, layer);
        xml.open("LayerDescription").attribute("name", layer.name);
        if (!service.empty()) {
            if (has_features(layer)) {
                xml.attribute("wfs", service);
            }
            xml.attribute("owsType", has_features(layer) ? "WFS" : "WCS");
            xml.attribute("owsURL", service);
            xml.open("Query").attribute("typeName", layer.name).close();
        }
        xml.close();
    }
    xml.close();
    return xml.take();
}

std::string new_description(mapfile::Map const& map, std::vector<std::size_t> const& layers)
{
    XmlWriter xml{declaration};
    xml.open("DescribeLayerResponse")
        .attribute("xmlns", "http://www.opengis.net/sld")
        .attribute("xmlns:ows", "http://www.opengis.net/ows")
        .attribute("xmlns:se", "http://www.opengis.net/se")
        .attribute("xmlns:wfs", "http://www.opengis.net/wfs")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xsi:schemaLocation", "http://www.opengis.net/sld "
                                         "http://schemas.opengis.net/sld/1.1.0/DescribeLayer.xsd");
    xml.element("Version", "1.1.0");
    for (auto const index : layers) {
        auto const& layer = map.layers[index];
        xml.open("LayerDescription");
        bool const is_coverage = layer.type == mapfile::LayerType::Raster;
        xml.element("owsType", is_coverage ? "wcs" : "wfs");
        xml.open("se:OnlineResource").attribute("xlink:type", "simple");
        if (auto const service = service_of(map, layer); !service.empty()) {
            xml.attribute("xlink:href", service);
        }
        xml.close();
        xml.open("TypeName")
            .element(is_coverage ? "se:CoverageTypeName" : "se:FeatureTypeName", layer.name)
            .close();
        xml.close();
    }
    xml.close();
    return xml.take();
}

} // namespace

http::Response describe_layer(Call const& call)
{
    auto const version = required_version(call.parameters());
    auto const layers = described_layers(call);
    if (version != Version::V130) {
        return http::text_response(200, "text/xml; charset=UTF-8",
                                   old_description(*call.map, layers, version));
    }
    auto const* const sld_version = call.parameters().last("SLD_VERSION");
    if (sld_version == nullptr) {
        throw WmsException{"MissingParameterValue", "DescribeLayer()",
                           "Missing required parameter SLD_VERSION"};
    }
    if (*sld_version != "1.1.0") {
        throw WmsException{"InvalidParameterValue", "DescribeLayer()", "SLD_VERSION must be 1.1.0"};
    }
    return http::text_response(200, "text/xml; charset=UTF-8", new_description(*call.map, layers));
}

http::Response get_schema_extension(Call const& /*call*/)
{
    XmlWriter xml{declaration};
    xml.open("schema")
        .attribute("xmlns", "http://www.w3.org/2001/XMLSchema")
        .attribute("xmlns:wms", "http://www.opengis.net/wms")
        .attribute("xmlns:ms", "http://mapserver.gis.umn.edu/mapserver")
        .attribute("targetNamespace", "http://mapserver.gis.umn.edu/mapserver")
        .attribute("elementFormDefault", "qualified")
        .attribute("version", "1.0.0");
    xml.open("import")
        .attribute("namespace", "http://www.opengis.net/wms")
        .attribute("schemaLocation", "http://schemas.opengis.net/wms/1.3.0/capabilities_1_3_0.xsd")
        .close();
    xml.open("element")
        .attribute("name", "GetStyles")
        .attribute("type", "wms:OperationType")
        .attribute("substitutionGroup", "wms:_ExtendedOperation")
        .close();
    xml.close();
    return http::text_response(200, "text/xml; charset=UTF-8", xml.take());
}

} // namespace ms::ows::wms
