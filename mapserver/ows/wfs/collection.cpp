// SPDX-License-Identifier: MIT
#include "ows/wfs/collection.hpp"

#include "base/xml_writer.hpp"
#include "ows/features/element_name.hpp"
#include "ows/wfs/version.hpp"

#include <algorithm>

namespace ms::ows::wfs {

namespace {

constexpr std::string_view value_element = "wfs:ValueCollection";
constexpr std::string_view declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

void append_attribute(std::string& out, std::string_view name, std::string_view value)
{
    out.append("\n   ").append(name).append("=\"").append(escape_xml(value)).append("\"");
}

std::string_view gml_namespace(Gml gml) noexcept
{
    return gml == Gml::V321 ? "http://www.opengis.net/gml/3.2" : "http://www.opengis.net/gml";
}

std::string_view gml_schema(Gml gml) noexcept
{
    switch (gml) {
    case Gml::V212:
        return "/gml/2.1.2/feature.xsd";
    case Gml::V311:
        return "/gml/3.1.1/base/gml.xsd";
    case Gml::V321:
        break;
    }
    return "/gml/3.2.1/gml.xsd";
}

/// GML 3 in 1.0.0, whose collection is of GML 2: an application schema has its own (OGC 06-049r1).
bool is_own_collection(Envelope const& envelope) noexcept
{
    return envelope.version == Version::V100 && envelope.gml != Gml::V212;
}

std::string collection_element(Envelope const& envelope)
{
    return is_own_collection(envelope)
               ? qualified(envelope.space, element_name(envelope.space.collection))
               : std::string{"wfs:FeatureCollection"};
}

std::string schema_location(Envelope const& envelope)
{
    if (is_own_collection(envelope)) {
        return std::string{envelope.space.uri} + ' ' + envelope.describe;
    }
    auto const own = std::string{envelope.space.uri} + ' ' + envelope.describe;
    auto const& schemas = envelope.schemas;
    if (envelope.version == Version::V200) {
        return own + " http://www.opengis.net/wfs/2.0 " + schemas + "/wfs/2.0/wfs.xsd " +
               std::string{gml_namespace(envelope.gml)} + ' ' + schemas +
               std::string{gml_schema(envelope.gml)};
    }
    std::string const wfs =
        "http://www.opengis.net/wfs " + schemas + "/wfs/" + std::string{to_text(envelope.version)};
    return envelope.gml == Gml::V212 ? wfs + "/WFS-basic.xsd " + own : own + ' ' + wfs + "/wfs.xsd";
}

std::string numbers(std::optional<std::int64_t> matched, std::int64_t returned)
{
    return " numberMatched=\"" + (matched ? std::to_string(*matched) : std::string{"unknown"}) +
           "\" numberReturned=\"" + std::to_string(returned) + "\"";
}

std::string time_of(Envelope const& envelope)
{
    return " timeStamp=\"" + envelope.time + "\"";
}

void append_links(std::string& out, Envelope const& envelope)
{
    if (!envelope.previous.empty()) {
        append_attribute(out, "previous", envelope.previous);
    }
    if (!envelope.next.empty()) {
        append_attribute(out, "next", envelope.next);
    }
}

/// The start tag without the attributes that counting takes time for.
std::string start_of_tag(Envelope const& envelope, std::string_view element)
{
    std::string out{declaration};
    out.append("<").append(element);
    if (is_own_collection(envelope)) {
        append_attribute(out, "version", "1.0.0");
    }
    out.append(declarations(envelope));
    if (envelope.version == Version::V200) {
        out.append("\n  ").append(time_of(envelope));
    }
    return out;
}

std::string end_of_tag(Envelope const& envelope)
{
    std::string out;
    if (envelope.version == Version::V200) {
        out.append(numbers(envelope.matched, envelope.returned));
        append_links(out, envelope);
    } else if (envelope.is_hits && envelope.version == Version::V110) {
        out.append(time_of(envelope)).append(" numberOfFeatures=\"");
        out.append(std::to_string(envelope.matched.value_or(0))).append("\"");
    }
    return out.append(">\n");
}

std::string start_tag(Envelope const& envelope, std::string_view element)
{
    return start_of_tag(envelope, element) + end_of_tag(envelope);
}

std::string_view bounds_element(Version version) noexcept
{
    return version == Version::V200 ? "wfs:boundedBy" : "gml:boundedBy";
}

void append_bounds_of(std::string& out, Envelope const& envelope, Part const& part,
                      geometry::Box const& bounds)
{
    GmlForm const form{
        .version = envelope.gml, .srs_name = part.srs_name, .is_north_east = part.is_north_east};
    append_bounds(out, form, bounds_element(envelope.version), bounds);
}

/// Before 2.0.0 a collection must state that it has no bounds, and why.
void append_no_bounds(std::string& out, Envelope const& envelope, std::string_view why)
{
    if (envelope.version != Version::V200 && !envelope.is_hits) {
        std::string_view const null = envelope.gml == Gml::V212 ? "gml:null" : "gml:Null";
        out.append("<gml:boundedBy><")
            .append(null)
            .append(">")
            .append(why)
            .append("</")
            .append(null);
        out.append("></gml:boundedBy>\n");
    }
}

std::vector<Part*> filled(std::vector<Part>& parts)
{
    std::vector<Part*> found;
    for (auto& part : parts) {
        if (part.returned > 0) {
            found.push_back(&part);
        }
    }
    return found;
}

/// The bounds of all parts, if they have the same CRS.
geometry::Box all_bounds(std::vector<Part*> const& parts)
{
    geometry::Box box;
    for (auto const* const part : parts) {
        if (part->srs_name != parts.front()->srs_name) {
            return {};
        }
        grow(box, part->bounds);
    }
    return box;
}

/// Frees the memory of the members as soon as possible.
void take_members(std::string& out, Part& part)
{
    out.append(part.members);
    part.members = std::string{};
}

std::size_t size_of(std::vector<Part> const& parts) noexcept
{
    std::size_t bytes = 0;
    for (auto const& part : parts) {
        bytes += part.members.size();
    }
    return bytes;
}

void append_inner(std::string& out, Envelope const& envelope, Part& part)
{
    out.append("<wfs:member>\n<wfs:FeatureCollection").append(time_of(envelope));
    out.append(numbers(part.matched, part.returned)).append(">\n");
    append_bounds_of(out, envelope, part, part.bounds);
    take_members(out, part);
    out.append("</wfs:FeatureCollection>\n</wfs:member>\n");
}

} // namespace

void grow(geometry::Box& box, geometry::Box const& other) noexcept
{
    if (!other.is_empty()) {
        box.extend(geometry::Point{other.min_x, other.min_y});
        box.extend(geometry::Point{other.max_x, other.max_y});
    }
}

std::string_view member_element(Version version) noexcept
{
    return version == Version::V200 ? "wfs:member" : "gml:featureMember";
}

std::string_view schema_format(Version version, Gml gml) noexcept
{
    if (gml == Gml::V212) {
        return "XMLSCHEMA";
    }
    if (gml == Gml::V321) {
        return "application%2Fgml%2Bxml%3B%20version%3D3.2";
    }
    return version != Version::V110 ? "SFE_XMLSCHEMA" : "text/xml;%20subtype=gml/3.1.1";
}

std::string declarations(Envelope const& envelope)
{
    bool const is_wfs20 = envelope.version == Version::V200;
    std::string out;
    auto const& prefix = envelope.space.prefix;
    append_attribute(out, prefix.empty() ? "xmlns" : "xmlns:" + std::string{prefix},
                     envelope.space.uri);
    append_attribute(out, "xmlns:gml", gml_namespace(envelope.gml));
    if (!is_own_collection(envelope)) {
        append_attribute(out, "xmlns:wfs",
                         is_wfs20 ? "http://www.opengis.net/wfs/2.0"
                                  : "http://www.opengis.net/wfs");
    }
    if (!is_wfs20) {
        append_attribute(out, "xmlns:ogc", "http://www.opengis.net/ogc");
    }
    append_attribute(out, "xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    append_attribute(out, "xsi:schemaLocation", schema_location(envelope));
    return out;
}

std::string feature_collection(Envelope const& envelope, std::vector<Part> parts)
{
    constexpr std::size_t around = 8192; ///< bytes that the document takes besides, or so
    auto const element = collection_element(envelope);
    auto out = start_tag(envelope, element);
    out.reserve(size_of(parts) + around);
    auto const found = filled(parts);
    if (found.empty()) {
        append_no_bounds(out, envelope, "missing");
    } else {
        append_bounds_of(out, envelope, *found.front(), all_bounds(found));
    }
    bool const is_nested = envelope.version == Version::V200 && found.size() > 1;
    for (auto* const part : found) {
        if (is_nested) {
            append_inner(out, envelope, *part);
        } else {
            take_members(out, *part);
        }
    }
    return out.append("</").append(element).append(">\n");
}

std::string collection_start(Envelope const& envelope, bool is_of_values)
{
    return start_of_tag(envelope,
                        is_of_values ? std::string{value_element} : collection_element(envelope));
}

std::string collection_numbers(Envelope const& envelope, bool is_of_values)
{
    auto out = end_of_tag(envelope);
    if (!is_of_values) {
        append_no_bounds(out, envelope, "unknown");
    }
    return out;
}

std::string collection_end(Envelope const& envelope, bool is_of_values)
{
    auto const element = is_of_values ? std::string{value_element} : collection_element(envelope);
    return "</" + element + ">\n";
}

std::string value_collection(Envelope const& envelope, std::vector<Part> parts)
{
    auto out = start_tag(envelope, value_element);
    for (auto& part : parts) {
        take_members(out, part);
    }
    return out.append("</wfs:ValueCollection>\n");
}

} // namespace ms::ows::wfs
