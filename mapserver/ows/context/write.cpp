// SPDX-License-Identifier: MIT
// As MapServer 8.0.0 writes them, element by element; where it crashes for want of a value, a
// comment reports the missing one.
#include "base/error.hpp"
#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/offered_systems.hpp"
#include "ows/context/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::ows::context {

namespace {

using Metadata = mapfile::StringMap;

struct Element {
    std::string_view name, key;
};

/// The element names of the versions.
struct Dialect {
    std::string_view version, root, service, name, title, abstract, schema, xlink;
    bool is_standard; ///< 1.0.0 and 1.1.0
};
constexpr std::string_view old_schema =
    "http://schemas.opengis.net/contexts/http://schemas.opengis.net/context.xsd";
constexpr std::string_view old_xlink = "http://www.w3.org/TR/xlink";
constexpr std::string_view xlink = "http://www.w3.org/1999/xlink";
constexpr std::array dialects{
    Dialect{"1.1.0", "ViewContext", "OGC:WMS", "", "Title", "Abstract",
            "http://www.opengis.net/context http://schemas.opengis.net/context/1.1.0/context.xsd",
            xlink, true},
    Dialect{"1.0.0", "ViewContext", "OGC:WMS", "", "Title", "Abstract",
            "http://www.opengis.net/context http://schemas.opengis.net/context/1.0.0/context.xsd",
            xlink, true},
    Dialect{"0.1.7", "View_Context", "WMS", "gml:name", "", "gml:description", old_schema,
            old_xlink, false},
    Dialect{"0.1.4", "WMS_Viewer_Context", "WMS", "Name", "Title", "Abstract", old_schema,
            old_xlink, false}};

Dialect const& dialect_of(std::string_view version)
{
    for (auto const& dialect : dialects) {
        if (dialect.version == version) {
            return dialect;
        }
    }
    throw Error{ErrorKind::BadRequest,
                fmt::format("this version of map contexts is not supported: {}", version)};
}

void write_optional(XmlWriter& xml, std::string_view name, std::string_view value)
{
    if (!value.empty()) {
        xml.element(name, value);
    }
}

void write_elements(XmlWriter& xml, Metadata const& metadata, std::span<Element const> elements)
{
    for (auto const& [name, key] : elements) {
        write_optional(xml, name, wms_value(metadata, key));
    }
}

bool has_one(Metadata const& metadata, std::span<Element const> elements)
{
    for (auto const& element : elements) {
        if (!wms_value(metadata, element.key).empty()) {
            return true;
        }
    }
    return false;
}

void write_missing(XmlWriter& xml, std::string_view key)
{
    xml.comment(fmt::format(" WARNING: Mandatory metadata {} was missing in this context. ", key));
}

void write_required(XmlWriter& xml, std::string_view name, Metadata const& metadata,
                    std::string_view key, std::string_view otherwise)
{
    auto const* const value = find_wms(metadata, key);
    if (value == nullptr) {
        write_missing(xml, fmt::format("wms_{}", key));
    }
    write_optional(xml, name, value == nullptr ? otherwise : *value);
}

void write_resource(XmlWriter& xml, std::string_view href)
{
    xml.open("OnlineResource").attribute("xlink:type", "simple").attribute("xlink:href", href);
    xml.close();
}

/// <LogoURL width="" height="" format=""> of <key>_width, _height, _format and _href.
void write_url(XmlWriter& xml, std::string_view name, Metadata const& metadata,
               std::string const& key)
{
    auto const href = wms_value(metadata, key + "_href");
    if (href.empty()) {
        return;
    }
    xml.open(name);
    for (auto const* const part : {"width", "height", "format"}) {
        if (auto const value = wms_value(metadata, key + '_' + part); !value.empty()) {
            xml.attribute(part, value);
        }
    }
    write_resource(xml, href);
    xml.close();
}

void write_keywords(XmlWriter& xml, Metadata const& metadata, bool is_standard)
{
    auto const keywords = split_list(wms_value(metadata, "keywordlist"));
    if (keywords.empty()) {
        return;
    }
    xml.open(is_standard ? "KeywordList" : "Keywords");
    std::string lines = "\n";
    for (auto const& keyword : keywords) {
        if (is_standard) {
            xml.element("Keyword", keyword);
        }
        lines += keyword + '\n';
    }
    if (!is_standard) {
        xml.text(lines);
    }
    xml.close();
}

void write_group(XmlWriter& xml, std::string_view name, Metadata const& metadata,
                 std::span<Element const> elements)
{
    if (has_one(metadata, elements)) {
        xml.open(name);
        write_elements(xml, metadata, elements);
        xml.close();
    }
}

void write_contact(XmlWriter& xml, Metadata const& metadata)
{
    constexpr std::array<Element, 2> primary{
        {{"ContactPerson", "contactperson"}, {"ContactOrganization", "contactorganization"}}};
    constexpr std::array<Element, 6> address{{{"AddressType", "addresstype"},
                                              {"Address", "address"},
                                              {"City", "city"},
                                              {"StateOrProvince", "stateorprovince"},
                                              {"PostCode", "postcode"},
                                              {"Country", "country"}}};
    constexpr std::array<Element, 3> lines{
        {{"ContactVoiceTelephone", "contactvoicetelephone"},
         {"ContactFacsimileTelephone", "contactfacsimiletelephone"},
         {"ContactElectronicMailAddress", "contactelectronicmailaddress"}}};
    xml.open("ContactInformation");
    write_group(xml, "ContactPersonPrimary", metadata, primary);
    write_optional(xml, "ContactPosition", wms_value(metadata, "contactposition"));
    write_group(xml, "ContactAddress", metadata, address);
    write_elements(xml, metadata, lines);
    xml.close();
}

void write_general(XmlWriter& xml, mapfile::Map const& map, Dialect const& dialect)
{
    auto const& metadata = map.web.metadata;
    xml.open("General");
    if (map.size.width > 0 && map.size.height > 0) {
        xml.open("Window").attribute("width", std::to_string(map.size.width));
        xml.attribute("height", std::to_string(map.size.height)).close();
    }
    auto const systems = offered_systems(map, metadata, map.projection);
    if (systems.empty()) {
        write_missing(xml, "wms_srs");
    }
    xml.open("BoundingBox");
    if (!systems.empty()) {
        xml.attribute("SRS", systems.front());
    }
    xml.attribute("minx", fmt::format("{:f}", map.extent.min_x));
    xml.attribute("miny", fmt::format("{:f}", map.extent.min_y));
    xml.attribute("maxx", fmt::format("{:f}", map.extent.max_x));
    xml.attribute("maxy", fmt::format("{:f}", map.extent.max_y)).close();
    if (!dialect.name.empty()) {
        xml.element(dialect.name, map.name);
    }
    if (!dialect.title.empty()) {
        write_required(xml, dialect.title, metadata, "title", map.name);
    }
    write_keywords(xml, metadata, dialect.is_standard);
    write_optional(xml, dialect.abstract, wms_value(metadata, "abstract"));
    write_url(xml, "LogoURL", metadata, "logourl");
    if (auto const address = wms_value(metadata, "dataurl"); !address.empty()) {
        xml.open("DataURL");
        write_resource(xml, address);
        xml.close();
    }
    write_url(xml, "DescriptionURL", metadata, "descriptionurl");
    write_contact(xml, metadata);
    xml.close();
}

void write_formats(XmlWriter& xml, Metadata const& metadata)
{
    auto const current = wms_value(metadata, "format");
    auto formats = split_list(wms_value(metadata, "formatlist"));
    if (formats.empty() && !current.empty()) {
        formats.emplace_back(current);
    }
    if (formats.empty()) {
        return;
    }
    xml.open("FormatList");
    for (auto const& format : formats) {
        xml.open("Format");
        if (format == current) {
            xml.attribute("current", "1");
        }
        xml.text(format).close();
    }
    xml.close();
}

void write_style(XmlWriter& xml, Metadata const& metadata, std::string const& style)
{
    auto const key = "style_" + style;
    auto const address = wms_value(metadata, key + "_sld");
    auto const body = wms_value(metadata, key + "_sld_body");
    xml.open("Style");
    if (style == wms_value(metadata, "style")) {
        xml.attribute("current", "1");
    }
    if (!address.empty()) {
        xml.open("SLD");
        write_resource(xml, address);
        xml.close();
    } else if (!body.empty()) {
        xml.open("SLD").markup(body).close();
    } else {
        xml.element("Name", style);
        write_optional(xml, "Title", wms_value(metadata, key + "_title"));
        write_url(xml, "LegendURL", metadata, key + "_legendurl");
    }
    xml.close();
}

void write_styles(XmlWriter& xml, Metadata const& metadata)
{
    auto const styles = split_list(wms_value(metadata, "stylelist"));
    if (styles.empty()) {
        return;
    }
    xml.open("StyleList");
    for (auto const& style : styles) {
        write_style(xml, metadata, style);
    }
    xml.close();
}

/// MapServer's defaults of a time dimension without metadata.
std::string_view dimension_value(Metadata const& metadata, std::string const& name,
                                 std::string_view part)
{
    constexpr std::array<Element, 3> of_time{
        {{"units", "ISO8601"}, {"unitsymbol", "t"}, {"nearestvalue", "0"}}};
    if (auto const* const value = find_wms(metadata, fmt::format("dimension_{}_{}", name, part))) {
        return *value;
    }
    for (auto const& [known, value] : of_time) {
        if (name == "time" && part == known) {
            return value;
        }
    }
    return {};
}

void write_dimensions(XmlWriter& xml, Metadata const& metadata)
{
    constexpr std::array<Element, 6> attributes{{{"units", "units"},
                                                 {"unitSymbol", "unitsymbol"},
                                                 {"userValue", "uservalue"},
                                                 {"default", "default"},
                                                 {"multipleValues", "multiplevalues"},
                                                 {"nearestValue", "nearestvalue"}}};
    bool has_begun = false;
    for (auto const& name : split_list(wms_value(metadata, "dimensionlist"))) {
        auto const value = [&](std::string_view part) {
            return dimension_value(metadata, name, part);
        };
        if (value("units").empty() || value("unitsymbol").empty() || value("uservalue").empty()) {
            continue; // the standard requires all three
        }
        if (!has_begun) {
            xml.open("DimensionList");
            has_begun = true;
        }
        xml.open("Dimension").attribute("name", name);
        for (auto const& [attribute, part] : attributes) {
            if (!value(part).empty()) {
                xml.attribute(attribute, value(part));
            }
        }
        if (name == wms_value(metadata, "dimension")) {
            xml.attribute("current", "1");
        }
        xml.close();
    }
    if (has_begun) {
        xml.close();
    }
}

/// The address of another server for public documents: removes the login of
/// "http://user:password@host/".
std::string without_login(std::string_view address)
{
    auto const scheme = address.find("://");
    auto const host = scheme + 3;
    auto const end = scheme == std::string_view::npos ? scheme : address.find_first_of("/?#", host);
    auto const at = address.substr(0, end).rfind('@');
    if (scheme == std::string_view::npos || at == std::string_view::npos || at < host) {
        return std::string{address};
    }
    return std::string{address.substr(0, host)}.append(address.substr(at + 1));
}

void write_server(XmlWriter& xml, mapfile::Layer const& layer, Dialect const& dialect)
{
    auto const& metadata = layer.metadata;
    auto const version = wms_value(metadata, "server_version");
    auto const title = wms_value(metadata, "server_title");
    auto const address = wms_value(metadata, "onlineresource");
    if (version.empty()) {
        write_missing(xml, "wms_server_version");
    }
    xml.open("Server").attribute("service", dialect.service);
    xml.attribute("version", version.empty() ? "1.1.1" : version);
    xml.attribute("title", title.empty() ? wms_value(metadata, "title") : title);
    write_resource(xml, without_login(address.empty() ? layer.connection : address));
    xml.close();
}

void write_layer(XmlWriter& xml, mapfile::Map const& map, mapfile::Layer const& layer,
                 Dialect const& dialect)
{
    auto const& metadata = layer.metadata;
    xml.open("Layer").attribute("queryable", layer.template_path.empty() ? "0" : "1");
    xml.attribute("hidden", layer.status == mapfile::Status::Off ? "1" : "0");
    write_server(xml, layer, dialect);
    write_required(xml, "Name", metadata, "name", layer.name);
    write_required(xml, "Title", metadata, "title", layer.name);
    write_optional(xml, "Abstract", wms_value(metadata, "abstract"));
    if (dialect.version != "0.1.4") {
        write_url(xml, "DataURL", metadata, "dataurl");
    }
    write_url(xml, "MetadataURL", metadata, "metadataurl");
    if (dialect.version == "1.1.0") {
        for (auto const& [name, scale] :
             {std::pair{"sld:MinScaleDenominator", layer.min_scale_denominator},
              std::pair{"sld:MaxScaleDenominator", layer.max_scale_denominator}}) {
            if (scale > 0) {
                xml.element(name, fmt::format("{:g}", scale));
            }
        }
    }
    std::string systems;
    for (auto const& system : offered_systems(map, metadata, layer.projection)) {
        systems += (systems.empty() ? "" : " ") + system;
    }
    write_optional(xml, "SRS", systems);
    write_formats(xml, metadata);
    write_styles(xml, metadata);
    write_dimensions(xml, metadata);
    xml.close();
}

void open_root(XmlWriter& xml, mapfile::Map const& map, Dialect const& dialect)
{
    xml.open(dialect.root).attribute("version", dialect.version);
    if (dialect.is_standard) {
        xml.attribute("id", map.name);
    } else if (dialect.version == "0.1.7") {
        auto const id = wms_value(map.web.metadata, "context_fid");
        xml.attribute("fid", id.empty() ? "0" : id);
        xml.attribute("xmlns:gml", "http://www.opengis.net/gml");
    }
    xml.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    xml.attribute("xmlns:ogc", "http://www.opengis.net/ogc");
    xml.attribute("xmlns:xlink", dialect.xlink);
    if (dialect.is_standard) {
        xml.attribute("xmlns", "http://www.opengis.net/context");
        xml.attribute("xmlns:sld", "http://www.opengis.net/sld");
        xml.attribute("xsi:schemaLocation", dialect.schema);
    } else {
        xml.attribute("xsi:noNamespaceSchemaLocation", dialect.schema);
    }
}

} // namespace

std::string version_of(mapfile::Map const& map)
{
    auto const version = wms_value(map.web.metadata, "context_version");
    return version.empty() ? "1.1.0" : std::string{version};
}

std::string write(mapfile::Map const& map, std::string_view version)
{
    auto const& dialect = dialect_of(version);
    XmlWriter xml{"<?xml version='1.0' encoding=\"UTF-8\" standalone=\"no\" ?>\n"};
    open_root(xml, map, dialect);
    write_general(xml, map, dialect);
    xml.open("LayerList");
    for (auto const& layer : map.layers) {
        if (layer.connection_type == mapfile::ConnectionType::Wms) {
            write_layer(xml, map, layer, dialect);
        }
    }
    xml.close();
    xml.close();
    return xml.take();
}

} // namespace ms::ows::context
