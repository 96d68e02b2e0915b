// SPDX-License-Identifier: MIT
#include "ows/wms/metadata_record.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "ows/common/access.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/contact.hpp"
#include "ows/common/language.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/wms/capabilities_annotations.hpp"
#include "ows/wms/reference_system.hpp"
#include "source/raster/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::ows::wms {

namespace {

constexpr std::string_view code_lists =
    "http://www.isotc211.org/2005/resources/Codelist/gmxCodelists.xml#";

/// The version of the EPSG data set that codes are of, as MapServer writes it.
constexpr std::string_view epsg_version = "6.14";

enum class IfEmpty { Skip, Missing };

/// Writes ISO 19139, where an element of the value's type encloses every value.
class Record {
public:
    Record(XmlWriter& xml, Call const& call, mapfile::Layer const& layer)
        : m_xml(xml), m_call(call), m_layer(layer), m_place(extent_of(call, layer))
    {}

    void write();

private:
    void open_all(std::initializer_list<std::string_view> elements);
    void close_all(std::size_t number);
    void write_text(std::string const& element, std::string_view value,
                    IfEmpty if_empty = IfEmpty::Skip);
    void write_items(std::initializer_list<std::string_view> elements,
                     std::span<ContactItem const> items);
    void write_code(std::string const& element, std::string const& list, std::string_view value);
    void write_party(std::string const& id);
    void write_representation();
    void write_geometry_type();
    void write_system();
    void write_identification();
    void write_extent();
    void write_times();
    void write_distribution();
    void write_link(std::string const& url, std::string_view protocol, std::string_view text);
    [[nodiscard]] std::string map_link(std::string_view format) const;
    [[nodiscard]] std::string code_of_system() const;
    [[nodiscard]] std::string language() const;
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
    std::optional<Place> m_place;
};

void Record::open_all(std::initializer_list<std::string_view> elements)
{
    for (auto const element : elements) {
        m_xml.open("gmd:" + std::string{element});
    }
}

void Record::close_all(std::size_t number)
{
    for (; number > 0; --number) {
        m_xml.close();
    }
}

/// Mandatory elements without a value state that it is missing.
void Record::write_text(std::string const& element, std::string_view value, IfEmpty if_empty)
{
    if (value.empty() && if_empty == IfEmpty::Skip) {
        return;
    }
    m_xml.open("gmd:" + element);
    if (value.empty()) {
        m_xml.attribute("gco:nilReason", "missing");
    } else {
        m_xml.element("gco:CharacterString", value);
    }
    m_xml.close();
}

void Record::write_items(std::initializer_list<std::string_view> elements,
                         std::span<ContactItem const> items)
{
    open_all(elements);
    for (auto const& [key, element] : items) {
        write_text(std::string{element}, of_map(key));
    }
    close_all(elements.size());
}

void Record::write_code(std::string const& element, std::string const& list, std::string_view value)
{
    m_xml.open("gmd:" + element)
        .open("gmd:" + list)
        .attribute("codeSpace", "ISOTC211/19115")
        .attribute("codeList", std::string{code_lists} + list)
        .attribute("codeListValue", value)
        .text(value)
        .close()
        .close();
}

void Record::write_party(std::string const& id)
{
    constexpr std::array names{ContactItem{"contactperson", "individualName"},
                               ContactItem{"contactorganization", "organisationName"},
                               ContactItem{"contactposition", "positionName"}};
    m_xml.open("gmd:" + id).open("gmd:CI_ResponsibleParty").attribute("id", id);
    write_items({}, names);
    open_all({"contactInfo", "CI_Contact"});
    write_items({"phone", "CI_Telephone"}, contact_numbers);
    write_items({"address", "CI_Address"}, contact_address);
    open_all({"onlineResource", "CI_OnlineResource", "linkage"});
    m_xml.element("gmd:URL", online_resource(m_call));
    close_all(5);
    write_code("role", "CI_RoleCode", "pointOfContact");
    close_all(2);
}

void Record::write_geometry_type()
{
    using mapfile::LayerType;
    auto const type = m_layer.type == LayerType::Point     ? std::string_view{"point"}
                      : m_layer.type == LayerType::Line    ? "curve"
                      : m_layer.type == LayerType::Polygon ? "surface"
                                                           : "complex";
    write_code("geometricObjectType", "MD_GeometricObjectTypeCode", type);
}

void Record::write_representation()
{
    open_all({"spatialRepresentationInfo"});
    if (m_layer.type == mapfile::LayerType::Raster) {
        open_all({"MD_GridSpatialRepresentation", "numberOfDimensions"});
        m_xml.element("gco:Integer", "2").close();
        write_code("cellGeometry", "MD_CellGeometryCode", "area");
        close_all(2);
        return;
    }
    open_all({"MD_VectorSpatialRepresentation"});
    write_code("topologyLevel", "MD_TopologyLevelCode", "geometryOnly");
    open_all({"geometricObjects", "MD_GeometricObjects"});
    write_geometry_type();
    close_all(4);
}

/// The one that is requested, else MapServer's.
std::string Record::language() const
{
    auto const& parameters = m_call.parameters();
    auto const requested = parameters.last("LANGUAGE") == nullptr
                               ? std::string{}
                               : language_of(*m_call.map, parameters);
    return requested.empty() ? "en-US" : requested;
}

/// Of the layer itself: the CRS of its data, or the first offered one.
std::string Record::code_of_system() const
{
    auto const systems = offered_systems(*m_call.map, m_layer.metadata, m_layer.projection);
    return systems.empty() ? std::string{} : systems.front();
}

void Record::write_system()
{
    open_all({"referenceSystemInfo", "MD_ReferenceSystem", "referenceSystemIdentifier",
              "RS_Identifier"});
    write_text("code", code_of_system(), IfEmpty::Missing);
    write_text("codeSpace", "http://www.epsg-registry.org");
    write_text("version", epsg_version);
    close_all(4);
}

void Record::write_times()
{
    auto const times = of_layer("timeextent");
    if (times.empty()) {
        return;
    }
    auto const ends = split(times, '/');
    open_all({"temporalElement", "EX_TemporalExtent", "extent"});
    m_xml.open("gml:TimePeriod")
        .attribute("xmlns:gml", "http://www.opengis.net/gml")
        .attribute("gml:id", "T001")
        .element("gml:beginPosition", ends.front())
        .element("gml:endPosition", ends.size() > 1 ? ends[1] : ends.front());
    close_all(4);
}

void Record::write_extent()
{
    open_all({"extent", "EX_Extent"});
    if (auto const box = m_place ? BoxTransformer{}.geographic(*m_place) : std::nullopt) {
        auto const write = [&](std::string_view element, double value) {
            m_xml.open(element).element("gco:Decimal", fmt::format("{:.6f}", value)).close();
        };
        open_all({"geographicElement", "EX_GeographicBoundingBox"});
        write("gmd:westBoundLongitude", box->min_x);
        write("gmd:eastBoundLongitude", box->max_x);
        write("gmd:southBoundLatitude", box->min_y);
        write("gmd:northBoundLatitude", box->max_y);
        close_all(2);
    }
    write_times();
    close_all(2);
}

void Record::write_identification()
{
    m_xml.open("gmd:identificationInfo")
        .open("gmd:MD_DataIdentification")
        .attribute("id", m_layer.name);
    open_all({"citation", "CI_Citation"});
    write_text("title", first_of(of_layer("title"), m_layer.name));
    m_xml.open("gmd:date").attribute("gco:nilReason", "missing").close();
    write_text("otherCitationDetails", of_layer("attribution_title"));
    close_all(2);
    write_text("abstract", of_layer("abstract"), IfEmpty::Missing);
    if (auto const words = split_list(of_layer("keywordlist")); !words.empty()) {
        open_all({"descriptiveKeywords", "MD_Keywords"});
        for (auto const& word : words) {
            write_text("keyword", word);
        }
        close_all(2);
    }
    write_text("language", language());
    write_extent();
    close_all(2);
}

void Record::write_link(std::string const& url, std::string_view protocol, std::string_view text)
{
    open_all({"onLine", "CI_OnlineResource", "linkage"});
    m_xml.element("gmd:URL", url).close();
    write_text("protocol", protocol);
    write_text("name", m_layer.name);
    write_text("description", text);
    close_all(2);
}

/// A link to an image of the whole layer; axes in the order of 1.3.0 for a geographic CRS, which
/// MapServer uses for every CRS.
std::string Record::map_link(std::string_view format) const
{
    auto url = fmt::format("{}service=WMS&version=1.3.0&request=GetMap&width=500&height=300&styles="
                           "&layers={}&format={}&crs={}",
                           online_resource(m_call), percent_encode(m_layer.name), format,
                           code_of_system());
    if (m_place) {
        auto const& box = m_place->box;
        url += fmt::format("&bbox={:.6f},{:.6f},{:.6f},{:.6f}", box.min_y, box.min_x, box.max_y,
                           box.max_x);
    }
    return url;
}

void Record::write_distribution()
{
    constexpr std::string_view download = "WWW:DOWNLOAD-1.0-http--download";
    open_all({"distributionInfo", "MD_Distribution", "distributor", "MD_Distributor"});
    write_party("distributorContact");
    close_all(2);
    open_all({"transferOptions", "MD_DigitalTransferOptions"});
    write_text("unitsOfDistribution", "KB");
    write_link(map_link("image/png"), "WWW:DOWNLOAD-1.0-http-get-map", "PNG Format");
    write_link(map_link("image/jpeg"), "WWW:DOWNLOAD-1.0-http-get-map", "JPEG Format");
    if (m_layer.type != mapfile::LayerType::Raster &&
        is_enabled(*m_call.map, m_layer, "GetFeature", Service::Wfs)) {
        for (std::string const format : {"GML2", "GML3"}) {
            write_link(online_resource(m_call) +
                           "service=WFS&version=1.1.0&request=GetFeature&typename=" +
                           percent_encode(m_layer.name) + "&outputformat=" + format,
                       download, format + " Format");
        }
    }
    if (source::raster::is_raster(m_layer) &&
        is_enabled(*m_call.map, m_layer, "GetCoverage", Service::Wcs)) {
        write_link(online_resource(m_call) +
                       "service=WCS&version=2.0.1&request=GetCoverage&coverageid=" +
                       percent_encode(m_layer.name) + "&format=image/tiff",
                   download, "GeoTIFF Format");
    }
    close_all(4);
}

void Record::write()
{
    m_xml.open("gmd:MD_Metadata")
        .attribute("xmlns:gmd", "http://www.isotc211.org/2005/gmd")
        .attribute("xmlns:gco", "http://www.isotc211.org/2005/gco")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xsi:schemaLocation", "http://www.isotc211.org/2005/gmd "
                                         "http://www.isotc211.org/2005/gmd/gmd.xsd");
    write_text("fileIdentifier", m_layer.name);
    write_text("language", language());
    write_code("hierarchyLevel", "MD_ScopeCode", "dataset");
    write_party("contact");
    m_xml.open("gmd:dateStamp").attribute("gco:nilReason", "missing").close();
    write_text("metadataStandardName", "ISO 19115:2003 - Geographic information - Metadata");
    write_text("metadataStandardVersion", "ISO 19115:2003");
    write_representation();
    write_system();
    write_identification();
    write_distribution();
    m_xml.close();
}

} // namespace

std::string metadata_record(Call const& call, mapfile::Layer const& layer)
{
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    Record{xml, call, layer}.write();
    return xml.take();
}

} // namespace ms::ows::wms
