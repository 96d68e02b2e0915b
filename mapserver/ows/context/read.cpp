// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/string.hpp"
#include "base/xml.hpp"
#include "base/xml_writer.hpp"
#include "crs/definition.hpp"
#include "ows/common/metadata.hpp"
#include "ows/context/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::ows::context {

namespace {

/// The target of a text of the document.
struct Place {
    std::string_view path, key;
};

std::string attribute_of(XmlNode const& node, std::string_view name)
{
    auto const* const value = node.attribute(name);
    return value == nullptr ? std::string{} : *value;
}

void set(mapfile::StringMap& metadata, std::string const& key, std::string const& value)
{
    if (!value.empty()) {
        metadata.set(key, value);
    }
}

void read_texts(XmlNode const& node, std::span<Place const> places, mapfile::StringMap& metadata)
{
    for (auto const& [path, key] : places) {
        set(metadata, std::string{key}, node.text_of(path));
    }
}

/// <LogoURL width="" ...><OnlineResource xlink:href=""/></LogoURL>
void read_url(XmlNode const* url, std::string const& key, mapfile::StringMap& metadata)
{
    if (url == nullptr) {
        return;
    }
    for (auto const* const part : {"width", "height", "format"}) {
        set(metadata, key + '_' + part, attribute_of(*url, part));
    }
    if (auto const* const resource = url->child("OnlineResource")) {
        set(metadata, key + "_href", attribute_of(*resource, "href"));
    }
}

/// The texts of the child elements of one name, with something between them.
std::string joined(XmlNode const* list, std::string_view name, std::string_view separator)
{
    std::string all;
    for (auto const& child : list == nullptr ? std::vector<XmlNode>{} : list->children) {
        if (child.name == name) {
            all += (all.empty() ? "" : std::string{separator}) + child.text();
        }
    }
    return all;
}

/// Drafts write keywords line by line.
std::string keywords_of(XmlNode const& general)
{
    if (auto const* const list = general.child("KeywordList")) {
        return joined(list, "Keyword", ",");
    }
    std::string all;
    auto const text = general.text_of("Keywords");
    for (auto const line : split(text, '\n')) {
        if (auto const keyword = trim(line); !keyword.empty()) {
            all += (all.empty() ? "" : ",") + std::string{keyword};
        }
    }
    return all;
}

/// The words of a PROJECTION for a name. A document may not name files, as PROJ's strings can.
std::vector<std::string> projection_of(std::string const& system)
{
    auto const definition = crs::parse_request(system);
    auto const& code = definition.authority_code();
    return {code.empty() ? definition.proj_text() : "init=" + to_lower(code)};
}

void read_view(XmlNode const& general, mapfile::Map& map)
{
    if (auto const* const window = general.child("Window")) {
        map.size = {parse_int(attribute_of(*window, "width")).value_or(map.size.width),
                    parse_int(attribute_of(*window, "height")).value_or(map.size.height)};
    }
    auto const* const box = general.child("BoundingBox");
    if (box == nullptr) {
        return;
    }
    auto const side = [box](std::string_view name, double otherwise) {
        return parse_double(attribute_of(*box, name)).value_or(otherwise);
    };
    map.extent = {side("minx", map.extent.min_x), side("miny", map.extent.min_y),
                  side("maxx", map.extent.max_x), side("maxy", map.extent.max_y)};
    if (auto const system = attribute_of(*box, "SRS"); !system.empty()) {
        map.projection.arguments = projection_of(system);
        bool const is_geographic = crs::parse_request(system).is_geographic();
        map.units = is_geographic ? mapfile::Units::Degrees : mapfile::Units::Meters;
    }
}

void read_general(XmlNode const& general, mapfile::Map& map)
{
    constexpr std::array<Place, 14> places{
        {{"description", "wms_abstract"},
         {"Abstract", "wms_abstract"},
         {"name", "wms_title"},
         {"Title", "wms_title"},
         {"ContactInformation/ContactPersonPrimary/ContactPerson", "wms_contactperson"},
         {"ContactInformation/ContactPersonPrimary/ContactOrganization", "wms_contactorganization"},
         {"ContactInformation/ContactPosition", "wms_contactposition"},
         {"ContactInformation/ContactAddress/AddressType", "wms_addresstype"},
         {"ContactInformation/ContactAddress/Address", "wms_address"},
         {"ContactInformation/ContactAddress/City", "wms_city"},
         {"ContactInformation/ContactAddress/StateOrProvince", "wms_stateorprovince"},
         {"ContactInformation/ContactAddress/PostCode", "wms_postcode"},
         {"ContactInformation/ContactAddress/Country", "wms_country"},
         {"ContactInformation/ContactVoiceTelephone", "wms_contactvoicetelephone"}}};
    constexpr std::array<Place, 2> more{
        {{"ContactInformation/ContactFacsimileTelephone", "wms_contactfacsimiletelephone"},
         {"ContactInformation/ContactElectronicMailAddress", "wms_contactelectronicmailaddress"}}};
    auto& metadata = map.web.metadata;
    read_view(general, map);
    read_texts(general, places, metadata);
    read_texts(general, more, metadata);
    set(metadata, "wms_keywordlist", keywords_of(general));
    read_url(general.child("LogoURL"), "wms_logourl", metadata);
    read_url(general.child("DescriptionURL"), "wms_descriptionurl", metadata);
    if (auto const* const resource = general.find("DataURL/OnlineResource")) {
        set(metadata, "wms_dataurl", attribute_of(*resource, "href"));
    }
    for (auto const* const name : {"Name", "name"}) {
        if (auto const text = general.text_of(name); !text.empty()) {
            map.name = text;
        }
    }
}

void read_style(XmlNode const& style, std::size_t number, mapfile::Layer& layer)
{
    auto& metadata = layer.metadata;
    auto name = style.text_of("Name");
    if (name.empty()) {
        name = fmt::format("Style{{{}}}", number);
    }
    if (attribute_of(style, "current") == "1") {
        metadata.set("wms_style", name);
    }
    auto const key = "wms_style_" + name;
    auto const title = style.text_of("Title");
    metadata.set(key + "_title", title.empty() ? layer.name : title);
    read_url(style.child("LegendURL"), key + "_legendurl", metadata);
    if (auto const* const resource = style.find("SLD/OnlineResource")) {
        set(metadata, key + "_sld", attribute_of(*resource, "href"));
    }
    if (auto const* const body = style.find("SLD/StyledLayerDescriptor")) {
        XmlWriter xml{""};
        xml.tree(*body);
        metadata.set(key + "_sld_body", xml.take());
    }
    auto const* const list = find_wms(metadata, "stylelist");
    metadata.set("wms_stylelist", list == nullptr ? name : *list + ',' + name);
}

void read_dimension(XmlNode const& dimension, mapfile::StringMap& metadata)
{
    constexpr std::array<Place, 6> attributes{{{"units", "units"},
                                               {"unitSymbol", "unitsymbol"},
                                               {"userValue", "uservalue"},
                                               {"default", "default"},
                                               {"multipleValues", "multiplevalues"},
                                               {"nearestValue", "nearestvalue"}}};
    auto const name = attribute_of(dimension, "name");
    if (name.empty()) {
        return;
    }
    for (auto const& [attribute, part] : attributes) {
        set(metadata, fmt::format("wms_dimension_{}_{}", name, part),
            attribute_of(dimension, attribute));
    }
    if (attribute_of(dimension, "current") == "1") {
        metadata.set("wms_dimension", name);
    }
    if (name == "time") {
        set(metadata, "wms_time", attribute_of(dimension, "userValue"));
    }
    auto const* const list = find_wms(metadata, "dimensionlist");
    metadata.set("wms_dimensionlist", list == nullptr ? name : *list + ',' + name);
}

void read_lists(XmlNode const& node, mapfile::Layer& layer)
{
    auto& metadata = layer.metadata;
    if (auto const* const formats = node.child("FormatList")) {
        set(metadata, "wms_formatlist", joined(formats, "Format", ","));
        for (auto const& format : formats->children) {
            if (format.name == "Format" && attribute_of(format, "current") == "1") {
                set(metadata, "wms_format", format.text());
            }
        }
    }
    if (auto const* const styles = node.child("StyleList")) {
        std::size_t number = 0;
        for (auto const& style : styles->children) {
            if (style.name == "Style") {
                read_style(style, ++number, layer);
            }
        }
    }
    if (auto const* const dimensions = node.child("DimensionList")) {
        for (auto const& dimension : dimensions->children) {
            if (dimension.name == "Dimension") {
                read_dimension(dimension, metadata);
            }
        }
    }
}

void read_server(XmlNode const& node, mapfile::Layer& layer)
{
    auto const* const server = node.child("Server");
    auto const* const resource = server == nullptr ? nullptr : server->child("OnlineResource");
    auto const address = resource == nullptr ? std::string{} : attribute_of(*resource, "href");
    if (server == nullptr || address.empty()) {
        throw Error{ErrorKind::BadRequest,
                    "Mandatory data Server.OnlineResource.xlink:href missing"};
    }
    auto const version = attribute_of(*server, "version");
    if (version.empty()) {
        throw Error{ErrorKind::BadRequest, "Mandatory data Server.version missing"};
    }
    layer.connection = address;
    layer.metadata.set("wms_onlineresource", address);
    layer.metadata.set("wms_server_version", version);
    set(layer.metadata, "wms_server_title", attribute_of(*server, "title"));
}

/// As MapServer makes them, "ttt" included: a layer without TEMPLATE is not queryable.
mapfile::Layer layer_of(XmlNode const& node, mapfile::Map const& map, Names names)
{
    mapfile::Layer layer;
    layer.type = mapfile::LayerType::Raster;
    layer.connection_type = mapfile::ConnectionType::Wms;
    layer.status = attribute_of(node, "hidden") == "0" ? mapfile::Status::On : mapfile::Status::Off;
    layer.template_path = attribute_of(node, "queryable") == "1" ? "ttt" : "";
    read_server(node, layer);
    auto const name = node.text_of("Name");
    layer.name = names == Names::Unique || name.empty()
                     ? fmt::format("l{}:{}", map.layers.size(), name)
                     : name;
    auto const title = node.text_of("Title");
    set(layer.metadata, "wms_name", name);
    set(layer.metadata, "wms_title",
        title.empty() ? attribute_of(*node.child("Server"), "title") : title);
    set(layer.metadata, "wms_abstract", node.text_of("Abstract"));
    read_url(node.child("DataURL"), "wms_dataurl", layer.metadata);
    read_url(node.child("MetadataURL"), "wms_metadataurl", layer.metadata);
    layer.min_scale_denominator =
        parse_double(node.text_of("MinScaleDenominator")).value_or(layer.min_scale_denominator);
    layer.max_scale_denominator =
        parse_double(node.text_of("MaxScaleDenominator")).value_or(layer.max_scale_denominator);
    set(layer.metadata, "wms_srs", joined(&node, "SRS", " "));
    read_lists(node, layer);
    return layer;
}

std::string version_of(XmlNode const& root)
{
    constexpr std::array<std::string_view, 3> roots{"ViewContext", "View_Context",
                                                    "WMS_Viewer_Context"};
    constexpr std::array<std::string_view, 5> versions{"1.1.0", "1.0.0", "0.1.7", "0.1.4", "0.1.2"};
    if (std::ranges::find(roots, root.name) == roots.end()) {
        throw Error{ErrorKind::BadRequest, "Not a Map Context file"};
    }
    auto version = attribute_of(root, "version");
    if (std::ranges::find(versions, version) == versions.end()) {
        throw Error{ErrorKind::BadRequest,
                    fmt::format("This version of Map Context is not supported ({}).", version)};
    }
    return version;
}

} // namespace

void read(std::string_view document, mapfile::Map& map, Names names)
{
    auto const root = parse_xml(document);
    auto const version = version_of(root);
    auto changed = map; // an error changes nothing
    auto& metadata = changed.web.metadata;
    metadata.set("wms_context_version", version);
    set(metadata, "wms_context_fid", attribute_of(root, "fid"));
    if (auto const* const general = root.child("General")) {
        read_general(*general, changed);
    }
    if (auto const id = attribute_of(root, "id"); !id.empty()) {
        changed.name = id;
    }
    auto const* const systems =
        changed.projection.is_set() ? root.find("General/BoundingBox") : nullptr;
    if (auto const* const list = root.child("LayerList")) {
        for (auto const& node : list->children) {
            if (node.name == "Layer") {
                changed.layers.push_back(layer_of(node, changed, names));
                if (systems != nullptr && node.child("SRS") == nullptr) {
                    set(changed.layers.back().metadata, "wms_srs", attribute_of(*systems, "SRS"));
                }
            }
        }
    }
    map = std::move(changed);
}

} // namespace ms::ows::context
