// SPDX-License-Identifier: MIT
#include "ows/wms/inspire.hpp"

#include "base/string.hpp"
#include "ows/language.hpp"
#include "ows/metadata.hpp"
#include "ows/wms/capabilities_annotations.hpp"

#include <array>

namespace ms::ows::wms {

namespace {

constexpr std::string_view csw_record = "application/vnd.ogc.csw.capabilities.response_xml";

struct Declaration {
    std::string_view element;
    std::string_view content;
};

// What write_inspire() writes, in the order of inspire_vs.xsd.
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

void write_metadata_url(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    auto const& metadata = writer.metadata();
    auto const url = wms_value(metadata, "inspire_metadataurl_href");
    if (url.empty()) {
        xml.comment("WARNING: the mandatory metadata wms_inspire_metadataurl_href is missing");
        return;
    }
    xml.open("inspire_common:MetadataUrl")
        .attribute("xsi:type", "inspire_common:resourceLocatorType")
        .element("inspire_common:URL", url)
        .element("inspire_common:MediaType",
                 first_of(wms_value(metadata, "inspire_metadataurl_format"), csw_record))
        .close();
}

void write_conformity(XmlWriter& xml, std::string_view date)
{
    xml.open("inspire_common:TemporalReference")
        .element("inspire_common:DateOfLastRevision", date)
        .close()
        .open("inspire_common:Conformity")
        .open("inspire_common:Specification")
        .element("inspire_common:Title", "-")
        .element("inspire_common:DateOfLastRevision", date)
        .close()
        .element("inspire_common:Degree", "notEvaluated")
        .close();
}

/// The metadata that INSPIRE asks of a service which has no record of its own elsewhere.
void write_embedded(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    auto const value = [&](std::string_view key) { return wms_value(writer.metadata(), key); };
    if (auto const url = value("inspire_resourcelocator"); !url.empty()) {
        xml.open("inspire_common:ResourceLocator").element("inspire_common:URL", url).close();
    }
    xml.element("inspire_common:ResourceType", "service");
    write_conformity(xml, value("inspire_temporal_reference"));
    xml.open("inspire_common:MetadataPointOfContact")
        .element("inspire_common:OrganisationName", value("inspire_mpoc_name"))
        .element("inspire_common:EmailAddress", value("inspire_mpoc_email"))
        .close()
        .element("inspire_common:MetadataDate", value("inspire_metadatadate"))
        .element("inspire_common:SpatialDataServiceType", "view")
        .open("inspire_common:MandatoryKeyword")
        .element("inspire_common:KeywordValue", value("inspire_keyword"))
        .close();
}

void write_languages(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    auto const write = [&](std::string_view element, std::string_view language) {
        xml.open(element).element("inspire_common:Language", language).close();
    };
    auto const languages = languages_of(writer.map());
    xml.open("inspire_common:SupportedLanguages");
    for (std::size_t i = 0; i < languages.size(); ++i) {
        write(i == 0 ? "inspire_common:DefaultLanguage" : "inspire_common:SupportedLanguage",
              languages[i]);
    }
    xml.close();
    write("inspire_common:ResponseLanguage", language_of(writer.map(), writer.call.parameters()));
}

} // namespace

InspireScenario inspire_scenario(mapfile::Map const& map)
{
    auto const value = wms_value(map.web.metadata, "inspire_capabilities");
    if (equals_ignoring_case(value, "url")) {
        return InspireScenario::Linked;
    }
    return equals_ignoring_case(value, "embed") ? InspireScenario::Embedded : InspireScenario::None;
}

void write_inspire(CapabilitiesWriter& writer)
{
    auto const scenario = inspire_scenario(writer.map());
    if (scenario == InspireScenario::None) {
        return;
    }
    auto& xml = writer.xml;
    xml.open("inspire_vs:ExtendedCapabilities");
    if (writer.version != Version::V130) {
        xml.attribute("xmlns:inspire_vs", inspire_view_namespace)
            .attribute("xmlns:inspire_common", inspire_common_namespace)
            .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    }
    if (scenario == InspireScenario::Linked) {
        write_metadata_url(writer);
    } else {
        write_embedded(writer);
    }
    write_languages(writer);
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
