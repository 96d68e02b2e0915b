// SPDX-License-Identifier: MIT
#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/wcs/documents.hpp"
#include "ows/wcs/formats.hpp"
#include "ows/wcs/metadata_links.hpp"

#include <array>

namespace ms::ows::wcs {

namespace {

void comment_missing(XmlWriter& xml, std::string_view key)
{
    auto const name = std::string{key};
    xml.comment(" WARNING: Mandatory metadata \"wcs_" + name + "\" or \"ows_" + name +
                "\" was missing in this context. ");
}

void write_positions(XmlWriter& xml, geometry::Box const& box)
{
    xml.element("gml:pos", pair_text(box.min_x, box.min_y));
    xml.element("gml:pos", pair_text(box.max_x, box.max_y));
}

void write_times(XmlWriter& xml, Coverage const& coverage)
{
    for (auto const& time : split_list(value_of(coverage, "timeposition"))) {
        xml.element("gml:timePosition", time);
    }
}

void write_envelope(XmlWriter& xml, std::string_view system, geometry::Box const& box)
{
    xml.open("gml:Envelope").attribute("srsName", system);
    write_positions(xml, box);
    xml.close();
}

void write_grid_10(XmlWriter& xml, Coverage const& coverage)
{
    xml.open("gml:RectifiedGrid").attribute("dimension", "2");
    xml.open("gml:limits").open("gml:GridEnvelope").element("gml:low", "0 0");
    xml.element("gml:high", std::to_string(coverage.size.width - 1) + ' ' +
                                std::to_string(coverage.size.height - 1));
    xml.close().close();
    xml.element("gml:axisName", "x").element("gml:axisName", "y");
    xml.open("gml:origin")
        .element("gml:pos", pair_text(coverage.extent.min_x, coverage.extent.max_y))
        .close();
    xml.element("gml:offsetVector", pair_text(coverage.cell_x, 0));
    xml.element("gml:offsetVector", pair_text(0, -coverage.cell_y)).close();
}

void write_domain_10(XmlWriter& xml, Coverage const& coverage)
{
    xml.open("domainSet").open("spatialDomain");
    write_envelope(xml, "EPSG:4326", geographic_extent(coverage));
    write_envelope(xml, coverage.system_name, coverage.extent);
    write_grid_10(xml, coverage);
    xml.close();
    if (!value_of(coverage, "timeposition").empty()) {
        xml.open("temporalDomain");
        write_times(xml, coverage);
        xml.close();
    }
    xml.close();
}

/// "min/max/resolution"
void write_interval(XmlWriter& xml, std::string_view text)
{
    constexpr std::array<std::string_view, 3> names{"min", "max", "res"};
    auto const parts = split(text, '/');
    xml.open("interval");
    for (std::size_t i = 0; i < names.size() && i < parts.size(); ++i) {
        xml.element(names[i], trim(parts[i]));
    }
    xml.close();
}

/// The axis of bands has default values, others those of METADATA.
void write_axis(XmlWriter& xml, Coverage const& coverage, std::string const& axis)
{
    bool const is_bands = axis == "bands";
    auto const interval = value_of(coverage, axis + "_interval");
    auto const label = value_of(coverage, axis + "_label");
    xml.open("axisDescription").open("AxisDescription");
    if (auto const text = value_of(coverage, axis + "_description"); !text.empty()) {
        xml.element("description", text);
    }
    xml.element("name", axis);
    if (!label.empty()) {
        xml.element("label", label);
    } else if (is_bands && interval.empty()) {
        xml.element("label", "Bands/Channels/Samples");
    } else {
        comment_missing(xml, axis + "_label");
    }
    xml.open("values");
    if (!interval.empty()) {
        write_interval(xml, interval);
    } else if (auto const values = split_list(value_of(coverage, axis + "_values"));
               !values.empty()) {
        for (auto const& value : values) {
            xml.element("singleValue", value);
        }
    } else if (is_bands) {
        for (std::size_t i = 1; i <= coverage.bands; ++i) {
            xml.element("singleValue", std::to_string(i));
        }
    }
    xml.close().close().close();
}

void write_range_10(XmlWriter& xml, Coverage const& coverage)
{
    xml.open("rangeSet").open("RangeSet");
    if (auto const text = value_of(coverage, "rangeset_description"); !text.empty()) {
        xml.element("description", text);
    }
    for (auto const* const key : {"name", "label"}) {
        auto const whole = "rangeset_" + std::string{key};
        if (auto const text = value_of(coverage, whole); !text.empty()) {
            xml.element(key, text);
        } else {
            comment_missing(xml, whole);
        }
    }
    for (auto const& axis : split_list(value_of(coverage, "rangeset_axes"))) {
        write_axis(xml, coverage, axis);
    }
    if (auto const text = value_of(coverage, "rangeset_nullvalue"); !text.empty()) {
        xml.open("nullValues").element("singleValue", text).close();
    }
    xml.close().close();
}

void write_supported_10(XmlWriter& xml, Call const& call, Coverage const& coverage)
{
    xml.open("supportedCRSs");
    for (auto const& system : systems_of(*call.map, *coverage.layer)) {
        xml.element("requestResponseCRSs", system);
    }
    xml.element("nativeCRSs", coverage.system_name).close();
    xml.open("supportedFormats");
    if (auto const text = value_of(coverage, "nativeformat"); !text.empty()) {
        xml.attribute("nativeFormat", text);
    }
    for (auto const& format : formats_of(*call.map, *coverage.layer)) {
        xml.element("formats", format.name);
    }
    xml.close().open("supportedInterpolations").attribute("default", "nearest neighbor");
    xml.element("interpolationMethod", "nearest neighbor");
    xml.element("interpolationMethod", "bilinear").close();
}

void write_link_10(XmlWriter& xml, std::string_view type, std::string_view url)
{
    xml.open("metadataLink")
        .attribute("metadataType", type)
        .attribute("xlink:type", "simple")
        .attribute("xlink:href", url)
        .close();
}

void write_links_10(XmlWriter& xml, Call const& call, Coverage const& coverage)
{
    auto const& metadata = coverage.layer->metadata;
    auto const links = metadata_links(metadata);
    for (auto const& link : links) {
        write_link_10(xml, link.type.empty() ? "other" : link.type, link.url);
    }
    if (links.empty() && !lists_metadata_links(metadata)) {
        auto const type = value_of(coverage, "metadatalink_type");
        write_link_10(xml, type.empty() ? "TC211" : type,
                      online_resource(call, Service::Wcs) +
                          "request=GetMetadata&layer=" + percent_encode(coverage.layer->name));
    }
}

} // namespace

void write_about_10(XmlWriter& xml, Call const& call, Coverage const& coverage)
{
    write_links_10(xml, call, coverage);
    if (auto const text = value_of(coverage, "description"); !text.empty()) {
        xml.element("description", text);
    }
    xml.element("name", old_name(*coverage.layer));
    if (auto const label = value_of(coverage, "label"); !label.empty()) {
        xml.element("label", label);
    } else {
        comment_missing(xml, "label");
    }
    xml.open("lonLatEnvelope").attribute("srsName", "urn:ogc:def:crs:OGC:1.3:CRS84");
    write_positions(xml, geographic_extent(coverage));
    write_times(xml, coverage);
    xml.close();
    if (auto const words = split_list(value_of(coverage, "keywordlist")); !words.empty()) {
        xml.open("keywords");
        for (auto const& word : words) {
            xml.element("keyword", word);
        }
        xml.close();
    }
}

void declare_10(XmlWriter& xml, mapfile::Map const& map, std::string_view schema)
{
    auto const sequence = ows::value_of(Service::Wcs, map.web.metadata, "updatesequence");
    xml.attribute("version", "1.0.0")
        .attribute("updateSequence", sequence.empty() ? "0" : sequence)
        .attribute("xmlns", "http://www.opengis.net/wcs")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:gml", "http://www.opengis.net/gml")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xsi:schemaLocation", "http://www.opengis.net/wcs " +
                                             schemas_location(map, Service::Wcs) + "/wcs/1.0.0/" +
                                             std::string{schema});
}

std::string description_10(Call const& call, std::span<Coverage const> coverages)
{
    XmlWriter xml{"<?xml version='1.0' encoding=\"UTF-8\" ?>\n"};
    xml.open("CoverageDescription");
    declare_10(xml, *call.map, "describeCoverage.xsd");
    for (auto const& coverage : coverages) {
        xml.open("CoverageOffering");
        write_about_10(xml, call, coverage);
        write_domain_10(xml, coverage);
        write_range_10(xml, coverage);
        write_supported_10(xml, call, coverage);
        xml.close();
    }
    xml.close();
    return xml.take();
}

} // namespace ms::ows::wcs
