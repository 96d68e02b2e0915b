// SPDX-License-Identifier: MIT
#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "http/query_string.hpp"
#include "ows/common/access.hpp"
#include "ows/wfs/capabilities.hpp"
#include "ows/wfs/feature_types.hpp"
#include "ows/wfs/format_names.hpp"
#include "ows/wfs/offered_systems.hpp"

#include <fmt/format.h>

namespace ms::ows::wfs {

namespace {

std::string_view layer_value(mapfile::Layer const& layer, std::string_view key)
{
    return value_of(Service::Wfs, layer.metadata, key);
}

std::string_view first_of(std::string_view a, std::string_view b) noexcept
{
    return a.empty() ? b : a;
}

void write_keywords(CapabilitiesWriter& writer, mapfile::Layer const& layer)
{
    auto const words = split_list(layer_value(layer, "keywordlist"));
    if (words.empty()) {
        return;
    }
    auto& xml = writer.xml;
    if (writer.version == Version::V100) {
        std::string text;
        for (auto const& word : words) {
            text.append(text.empty() ? "" : " ").append(word);
        }
        xml.element("Keywords", text);
        return;
    }
    xml.open("ows:Keywords");
    for (auto const& word : words) {
        xml.element("ows:Keyword", word);
    }
    xml.close();
}

void write_systems(CapabilitiesWriter& writer, std::vector<std::string> const& systems)
{
    auto& xml = writer.xml;
    if (systems.empty()) {
        xml.comment("WARNING: Mandatory mapfile parameter: (at least one of) MAP.PROJECTION, "
                    "LAYER.PROJECTION or wfs/ows_srs metadata was missing in this context.");
        if (writer.version == Version::V200) {
            xml.open("NoCRS").close(); // the schema requires one of the two
        }
        return;
    }
    if (writer.version == Version::V100) {
        xml.element("SRS", systems[0]); // the schema allows one
        return;
    }
    bool const is_wfs20 = writer.version == Version::V200;
    xml.element(is_wfs20 ? "DefaultCRS" : "DefaultSRS", as_urn(systems[0]));
    for (std::size_t i = 1; i < systems.size(); ++i) {
        xml.element(is_wfs20 ? "OtherCRS" : "OtherSRS", as_urn(systems[i]));
    }
}

void write_formats(CapabilitiesWriter& writer, mapfile::Layer const& layer)
{
    auto& xml = writer.xml;
    xml.open("OutputFormats");
    for (auto const& name : format_names(writer.map(), layer, writer.version)) {
        xml.element("Format", name);
    }
    xml.close();
}

void write_no_box(XmlWriter& xml, std::string_view element)
{
    xml.comment("WARNING: Optional " + std::string{element} +
                " could not be established for this layer.  Consider setting the EXTENT in the "
                "LAYER object, or wfs_extent metadata. Also check that your data exists in the "
                "DATA statement");
}

std::string number(double value)
{
    return fmt::format("{:.6f}", value);
}

/// OGC 02-058, 12.3.4: despite its name, in the CRS of the type.
void write_old_box(CapabilitiesWriter& writer, mapfile::Layer const& layer,
                   std::vector<std::string> const& systems)
{
    auto const place = extent_of(writer.call, layer, Service::Wfs);
    auto const& system = writer.boxes.system(systems.empty() ? "" : systems[0]);
    auto const box =
        place && system.is_defined() ? writer.boxes.transform(*place, system) : std::nullopt;
    if (!box) {
        write_no_box(writer.xml, "LatLongBoundingBox");
        return;
    }
    writer.xml.open("LatLongBoundingBox")
        .attribute("minx", number(box->min_x))
        .attribute("miny", number(box->min_y))
        .attribute("maxx", number(box->max_x))
        .attribute("maxy", number(box->max_y))
        .close();
}

void write_box(CapabilitiesWriter& writer, mapfile::Layer const& layer)
{
    auto const place = extent_of(writer.call, layer, Service::Wfs);
    auto const box = place ? writer.boxes.geographic(*place) : std::nullopt;
    if (!box) {
        write_no_box(writer.xml, "WGS84BoundingBox");
        return;
    }
    writer.xml.open("ows:WGS84BoundingBox").attribute("dimensions", "2");
    writer.xml.element("ows:LowerCorner", number(box->min_x) + ' ' + number(box->min_y));
    writer.xml.element("ows:UpperCorner", number(box->max_x) + ' ' + number(box->max_y));
    writer.xml.close();
}

/// The elements of a document in one of the three versions.
struct Document {
    std::string_view url, format, type, about;
};

void write_document(CapabilitiesWriter& writer, Document const& document)
{
    auto& xml = writer.xml;
    xml.open("MetadataURL");
    switch (writer.version) {
    case Version::V200:
        xml.attribute("xlink:href", document.url);
        if (!document.about.empty()) {
            xml.attribute("about", document.about);
        }
        break;
    default:
        xml.attribute("type", document.type)
            .attribute("format", document.format)
            .text(document.url);
    }
    xml.close();
}

/// One that the mapfile names, with MapServer's defaults.
void write_own_document(CapabilitiesWriter& writer, Document document)
{
    if (document.url.empty()) {
        return;
    }
    document.type = first_of(document.type, "FGDC");
    document.format = first_of(document.format, "text/html");
    write_document(writer, document);
}

void write_documents(CapabilitiesWriter& writer, mapfile::Layer const& layer)
{
    auto const document = [&](std::string const& key) {
        return Document{layer_value(layer, key + "_href"), layer_value(layer, key + "_format"),
                        layer_value(layer, key + "_type"), layer_value(layer, key + "_about")};
    };
    auto const list = layer_value(layer, "metadataurl_list");
    for (auto const name : split_words(list)) {
        write_own_document(writer, document("metadataurl_" + std::string{name}));
    }
    if (!list.empty()) {
        return;
    }
    auto entry = document("metadataurl");
    if (!entry.url.empty()) {
        write_own_document(writer, entry);
        return;
    }
    auto const record =
        writer.online_resource + "request=GetMetadata&layer=" + percent_encode(layer.name);
    entry.url = record; // that GetMetadata makes
    entry.type = first_of(entry.type, "TC211");
    entry.format = first_of(entry.format, "text/xml");
    write_document(writer, entry);
}

void write_feature_type(CapabilitiesWriter& writer, mapfile::Layer const& layer)
{
    auto& xml = writer.xml;
    auto const systems = offered_systems(writer.map(), layer);
    // As in MapServer, whose 1.1.0 has a prefix only if the map names it.
    bool const has_prefix = writer.version == Version::V200 ||
                            (writer.version == Version::V110 && has_own_prefix(writer.map()));
    xml.open("FeatureType")
        .element("Name", has_prefix ? qualified(namespace_of(writer.map()), type_name(layer))
                                    : type_name(layer));
    xml.element("Title", first_of(layer_value(layer, "title"), layer.name));
    if (auto const text = layer_value(layer, "abstract"); !text.empty()) {
        xml.element("Abstract", text);
    }
    write_keywords(writer, layer);
    write_systems(writer, systems);
    if (writer.version == Version::V100) {
        write_old_box(writer, layer, systems);
    } else {
        write_formats(writer, layer);
        write_box(writer, layer);
    }
    write_documents(writer, layer);
    xml.close();
}

} // namespace

void write_feature_types(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    xml.open("FeatureTypeList");
    if (writer.version == Version::V100) {
        xml.open("Operations").open("Query").close().close();
    } else if (writer.version == Version::V110) {
        xml.open("Operations").element("Operation", "Query").close();
    }
    for (auto const index : feature_types(writer.map(), "GetCapabilities")) {
        write_feature_type(writer, writer.map().layers[index]);
    }
    xml.close();
}

} // namespace ms::ows::wfs
