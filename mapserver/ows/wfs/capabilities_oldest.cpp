// SPDX-License-Identifier: MIT
#include "ows/common/access.hpp"
#include "ows/features/element_name.hpp"
#include "ows/wfs/capabilities.hpp"

#include <array>

namespace ms::ows::wfs {

namespace {

/// Between blanks: OGC 02-058 has no element for each.
std::string keywords(std::string_view list)
{
    std::string text;
    for (auto const& word : split_list(list)) {
        text.append(text.empty() ? "" : " ").append(word);
    }
    return text;
}

void write_optional(CapabilitiesWriter& writer, std::string_view key, std::string_view element)
{
    if (auto const value = writer.value(key); !value.empty()) {
        writer.xml.element(element, value);
    }
}

void write_service(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    auto const title = writer.value("title");
    auto const link = writer.value("service_onlineresource");
    xml.open("Service").element("Name", "MapServer WFS");
    xml.element("Title", title.empty() ? std::string_view{writer.map().name} : title);
    write_optional(writer, "abstract", "Abstract");
    if (auto const words = keywords(writer.value("keywordlist")); !words.empty()) {
        xml.element("Keywords", words);
    }
    xml.element("OnlineResource", link.empty() ? std::string_view{writer.online_resource} : link);
    write_optional(writer, "fees", "Fees");
    write_optional(writer, "accessconstraints", "AccessConstraints");
    xml.close();
}

void write_access_points(CapabilitiesWriter& writer)
{
    for (auto const* const method : {"Get", "Post"}) {
        writer.xml.open("DCPType").open("HTTP").open(method);
        writer.xml.attribute("onlineResource", writer.online_resource).close().close().close();
    }
}

void write_choices(CapabilitiesWriter& writer, std::string_view element,
                   std::vector<std::string> const& names)
{
    writer.xml.open(element);
    for (auto const& name : names) {
        writer.xml.open(element_name(name)).close();
    }
    writer.xml.close();
}

void write_requests(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    xml.open("Capability").open("Request");
    xml.open("GetCapabilities");
    write_access_points(writer);
    xml.close();
    if (is_enabled_for_any(writer.map(), "DescribeFeatureType", Service::Wfs)) {
        xml.open("DescribeFeatureType");
        write_choices(writer, "SchemaDescriptionLanguage", {"XMLSCHEMA"});
        write_access_points(writer);
        xml.close();
    }
    if (is_enabled_for_any(writer.map(), "GetFeature", Service::Wfs)) {
        xml.open("GetFeature");
        write_choices(writer, "ResultFormat", all_formats(writer));
        write_access_points(writer);
        xml.close();
    }
    xml.close().close();
}

} // namespace

void write_oldest(CapabilitiesWriter& writer)
{
    write_service(writer);
    write_requests(writer);
    write_feature_types(writer);
    write_filter_capabilities(writer);
}

} // namespace ms::ows::wfs
