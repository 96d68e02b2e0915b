// SPDX-License-Identifier: MIT
#include "ows/wms/get_metadata.hpp"

#include "base/xml_writer.hpp"
#include "ows/bounding_boxes.hpp"
#include "ows/language.hpp"
#include "ows/metadata.hpp"
#include "ows/online_resource.hpp"
#include "ows/wms/capabilities_annotations.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/reference_system.hpp"
#include "ows/wms/wms_exception.hpp"

#include <fmt/format.h>

namespace ms::ows::wms {

namespace {

constexpr std::string_view code_lists =
    "http://www.isotc211.org/2005/resources/Codelist/gmxCodelists.xml#";

/// Writes the elements of ISO 19139, of which every value stands in an element of its type.
class Record {
public:
    Record(XmlWriter& xml, Call const& call, mapfile::Layer const& layer)
        : m_xml(xml), m_call(call), m_layer(layer)
    {}

    void write(std::string_view name);

private:
    void write_text(std::string const& element, std::string_view value);
    void write_code(std::string const& element, std::string const& list, std::string_view value);
    void write_contact();
    void write_system();
    void write_identification(std::string_view name);
    void write_extent();
    void write_distribution(std::string_view name);
    [[nodiscard]] std::string_view of_map(std::string_view key) const
    {
        return wms_value(m_call.map->web.metadata, key);
    }
    [[nodiscard]] std::string_view of_layer(std::string_view key) const
    {
        return wms_value(m_layer.metadata, key);
    }

    XmlWriter& m_xml;
    Call const& m_call;
    mapfile::Layer const& m_layer;
};

/// Without a value the element says that it is missing: most are mandatory.
void Record::write_text(std::string const& element, std::string_view value)
{
    m_xml.open("gmd:" + element);
    if (value.empty()) {
        m_xml.attribute("gco:nilReason", "missing");
    } else {
        m_xml.element("gco:CharacterString", value);
    }
    m_xml.close();
}

void Record::write_code(std::string const& element, std::string const& list, std::string_view value)
{
    m_xml.open("gmd:" + element)
        .open("gmd:" + list)
        .attribute("codeList", std::string{code_lists} + list)
        .attribute("codeListValue", value)
        .text(value)
        .close()
        .close();
}

void Record::write_contact()
{
    m_xml.open("gmd:contact").open("gmd:CI_ResponsibleParty");
    write_text("individualName", of_map("contactperson"));
    write_text("organisationName", of_map("contactorganization"));
    write_text("positionName", of_map("contactposition"));
    m_xml.open("gmd:contactInfo").open("gmd:CI_Contact");
    if (auto const mail = of_map("contactelectronicmailaddress"); !mail.empty()) {
        m_xml.open("gmd:address").open("gmd:CI_Address");
        write_text("electronicMailAddress", mail);
        m_xml.close().close();
    }
    m_xml.open("gmd:onlineResource")
        .open("gmd:CI_OnlineResource")
        .open("gmd:linkage")
        .element("gmd:URL", online_resource(m_call))
        .close()
        .close()
        .close()
        .close()
        .close();
    write_code("role", "CI_RoleCode", "pointOfContact");
    m_xml.close().close();
}

void Record::write_system()
{
    auto const& projection =
        m_layer.projection.is_set() ? m_layer.projection : m_call.map->projection;
    auto const systems = offered_systems(m_layer.metadata, projection);
    if (systems.empty()) {
        return;
    }
    m_xml.open("gmd:referenceSystemInfo")
        .open("gmd:MD_ReferenceSystem")
        .open("gmd:referenceSystemIdentifier")
        .open("gmd:RS_Identifier");
    write_text("code", systems.front());
    m_xml.close().close().close().close();
}

void Record::write_extent()
{
    auto const place = extent_of(m_call, m_layer);
    auto const box = place ? BoxTransformer{}.geographic(*place) : std::nullopt;
    if (!box) {
        return;
    }
    auto const write = [&](std::string_view element, double value) {
        m_xml.open(element).element("gco:Decimal", fmt::format("{:.6f}", value)).close();
    };
    m_xml.open("gmd:extent")
        .open("gmd:EX_Extent")
        .open("gmd:geographicElement")
        .open("gmd:EX_GeographicBoundingBox");
    write("gmd:westBoundLongitude", box->min_x);
    write("gmd:eastBoundLongitude", box->max_x);
    write("gmd:southBoundLatitude", box->min_y);
    write("gmd:northBoundLatitude", box->max_y);
    m_xml.close().close().close().close();
}

void Record::write_identification(std::string_view name)
{
    m_xml.open("gmd:identificationInfo").open("gmd:MD_DataIdentification");
    m_xml.open("gmd:citation").open("gmd:CI_Citation");
    write_text("title", first_of(of_layer("title"), name));
    m_xml.open("gmd:date").attribute("gco:nilReason", "missing").close();
    m_xml.close().close();
    write_text("abstract", of_layer("abstract"));
    if (auto const words = split_list(of_layer("keywordlist")); !words.empty()) {
        m_xml.open("gmd:descriptiveKeywords").open("gmd:MD_Keywords");
        for (auto const& word : words) {
            write_text("keyword", word);
        }
        m_xml.close().close();
    }
    auto const language = language_of(*m_call.map, m_call.parameters());
    write_text("language", first_of(language, "eng"));
    write_extent();
    m_xml.close().close();
}

void Record::write_distribution(std::string_view name)
{
    m_xml.open("gmd:distributionInfo")
        .open("gmd:MD_Distribution")
        .open("gmd:transferOptions")
        .open("gmd:MD_DigitalTransferOptions")
        .open("gmd:onLine")
        .open("gmd:CI_OnlineResource")
        .open("gmd:linkage")
        .element("gmd:URL",
                 online_resource(m_call) + "service=WMS&version=1.3.0&request=GetCapabilities")
        .close();
    write_text("protocol", "OGC:WMS-1.3.0-http-get-capabilities");
    write_text("name", name);
    m_xml.close().close().close().close().close().close();
}

void Record::write(std::string_view name)
{
    m_xml.open("gmd:MD_Metadata")
        .attribute("xmlns:gmd", "http://www.isotc211.org/2005/gmd")
        .attribute("xmlns:gco", "http://www.isotc211.org/2005/gco")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xsi:schemaLocation", "http://www.isotc211.org/2005/gmd "
                                         "http://www.isotc211.org/2005/gmd/gmd.xsd");
    write_text("fileIdentifier", name);
    auto const language = language_of(*m_call.map, m_call.parameters());
    write_text("language", first_of(language, "eng"));
    write_code("hierarchyLevel", "MD_ScopeCode", "dataset");
    write_contact();
    m_xml.open("gmd:dateStamp").attribute("gco:nilReason", "missing").close();
    write_text("metadataStandardName", "ISO 19115:2003 - Geographic information - Metadata");
    write_text("metadataStandardVersion", "ISO 19115:2003");
    write_system();
    write_identification(name);
    write_distribution(name);
    m_xml.close();
}

} // namespace

http::Response get_metadata(Call const& call)
{
    auto const name = call.parameters().value("LAYER");
    if (name.empty()) {
        throw WmsException{"MissingParameterValue", "msMetadataDispatch()",
                           "Missing required parameter LAYER"};
    }
    // Whoever may read about a layer in the capabilities may read its record.
    auto const layers = find_layers(*call.map, name, "GetCapabilities");
    if (layers.empty()) {
        throw WmsException{"LayerNotDefined", "msMetadataDispatch()",
                           "Layer(s) specified in LAYER parameter is not offered by the service "
                           "instance."};
    }
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    Record{xml, call, call.map->layers[layers.front()]}.write(name);
    return http::text_response(200, "text/xml; charset=UTF-8", xml.take());
}

} // namespace ms::ows::wms
