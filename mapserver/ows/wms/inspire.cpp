// SPDX-License-Identifier: MIT
#include "ows/wms/inspire.hpp"

#include <array>

namespace ms::ows::wms {

namespace {

struct Declaration {
    std::string_view element;
    std::string_view content;
};

// The elements of write_inspire(), in the order of inspire_vs.xsd.
constexpr std::array declarations{
    Declaration{"VendorSpecificCapabilities", "(inspire_vs:ExtendedCapabilities)"},
    Declaration{"inspire_vs:ExtendedCapabilities",
                "(inspire_common:ResourceLocator?, inspire_common:ResourceType?, "
                "inspire_common:TemporalReference?, inspire_common:Conformity?, "
                "inspire_common:MetadataPointOfContact?, inspire_common:MetadataDate?, "
                "inspire_common:SpatialDataServiceType?, inspire_common:MandatoryKeyword?, "
                "inspire_common:MetadataUrl?, inspire_common:SupportedLanguages, "
                "inspire_common:ResponseLanguage)"},
    Declaration{"inspire_common:MetadataUrl", "(inspire_common:URL, inspire_common:MediaType?)"},
    Declaration{"inspire_common:ResourceLocator", "(inspire_common:URL)"},
    Declaration{"inspire_common:URL", "(#PCDATA)"},
    Declaration{"inspire_common:MediaType", "(#PCDATA)"},
    Declaration{"inspire_common:ResourceType", "(#PCDATA)"},
    Declaration{"inspire_common:TemporalReference", "(inspire_common:DateOfLastRevision)"},
    Declaration{"inspire_common:DateOfLastRevision", "(#PCDATA)"},
    Declaration{"inspire_common:Conformity",
                "(inspire_common:Specification, inspire_common:Degree)"},
    Declaration{"inspire_common:Specification",
                "(inspire_common:Title, inspire_common:DateOfLastRevision)"},
    Declaration{"inspire_common:Title", "(#PCDATA)"},
    Declaration{"inspire_common:Degree", "(#PCDATA)"},
    Declaration{"inspire_common:MetadataPointOfContact",
                "(inspire_common:OrganisationName, inspire_common:EmailAddress)"},
    Declaration{"inspire_common:OrganisationName", "(#PCDATA)"},
    Declaration{"inspire_common:EmailAddress", "(#PCDATA)"},
    Declaration{"inspire_common:MetadataDate", "(#PCDATA)"},
    Declaration{"inspire_common:SpatialDataServiceType", "(#PCDATA)"},
    Declaration{"inspire_common:MandatoryKeyword", "(inspire_common:KeywordValue)"},
    Declaration{"inspire_common:KeywordValue", "(#PCDATA)"},
    Declaration{"inspire_common:SupportedLanguages",
                "(inspire_common:DefaultLanguage, inspire_common:SupportedLanguage*)"},
    Declaration{"inspire_common:DefaultLanguage", "(inspire_common:Language)"},
    Declaration{"inspire_common:SupportedLanguage", "(inspire_common:Language)"},
    Declaration{"inspire_common:ResponseLanguage", "(inspire_common:Language)"},
    Declaration{"inspire_common:Language", "(#PCDATA)"},
};

} // namespace

bool has_inspire(mapfile::Map const& map, Version version)
{
    return version >= Version::V111 && inspire_scenario(map, Service::Wms) != InspireScenario::None;
}

void write_inspire(CapabilitiesWriter& writer)
{
    if (!has_inspire(writer.map(), writer.version)) {
        return;
    }
    auto& xml = writer.xml;
    xml.open("inspire_vs:ExtendedCapabilities");
    if (writer.version != Version::V130) {
        xml.attribute("xmlns:inspire_vs", inspire_view_namespace)
            .attribute("xmlns:inspire_common", inspire_common_namespace)
            .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    }
    write_inspire_metadata(xml, writer.call, {Service::Wms, "view"});
    xml.close();
}

std::string inspire_declarations()
{
    std::string text;
    for (auto const& row : declarations) {
        text.append("<!ELEMENT ").append(row.element).append(" ").append(row.content).append(">\n");
    }
    return text + "<!ATTLIST inspire_vs:ExtendedCapabilities xmlns:inspire_vs CDATA #IMPLIED "
                  "xmlns:inspire_common CDATA #IMPLIED xmlns:xsi CDATA #IMPLIED>\n"
                  "<!ATTLIST inspire_common:MetadataUrl xsi:type CDATA #IMPLIED>\n";
}

} // namespace ms::ows::wms
