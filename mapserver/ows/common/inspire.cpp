// SPDX-License-Identifier: MIT
#include "ows/common/inspire.hpp"

#include "base/string.hpp"
#include "ows/common/language.hpp"

namespace ms::ows {

namespace {

constexpr std::string_view csw_record = "application/vnd.ogc.csw.capabilities.response_xml";

void write_metadata_url(XmlWriter& xml, mapfile::StringMap const& metadata, Service service)
{
    auto const url = value_of(service, metadata, "inspire_metadataurl_href");
    auto const format = value_of(service, metadata, "inspire_metadataurl_format");
    if (url.empty()) {
        xml.comment("WARNING: the mandatory metadata " + std::string{prefix_of(service)} +
                    "inspire_metadataurl_href is missing");
        return;
    }
    xml.open("inspire_common:MetadataUrl")
        .attribute("xsi:type", "inspire_common:resourceLocatorType")
        .element("inspire_common:URL", url)
        .element("inspire_common:MediaType", format.empty() ? csw_record : format)
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

/// The metadata that INSPIRE requires of a service without a record elsewhere.
void write_embedded(XmlWriter& xml, mapfile::StringMap const& metadata,
                    InspireService const& service)
{
    auto const value = [&](std::string_view key) {
        return value_of(service.service, metadata, key);
    };
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
        .element("inspire_common:SpatialDataServiceType", service.kind)
        .open("inspire_common:MandatoryKeyword")
        .element("inspire_common:KeywordValue", value("inspire_keyword"))
        .close();
}

void write_languages(XmlWriter& xml, Call const& call, Service service)
{
    auto const write = [&](std::string_view element, std::string_view language) {
        xml.open(element).element("inspire_common:Language", language).close();
    };
    auto const languages = languages_of(*call.map, service);
    if (languages.empty()) {
        xml.comment("WARNING: the mandatory metadata " + std::string{prefix_of(service)} +
                    "languages is missing");
        return;
    }
    xml.open("inspire_common:SupportedLanguages");
    for (std::size_t i = 0; i < languages.size(); ++i) {
        write(i == 0 ? "inspire_common:DefaultLanguage" : "inspire_common:SupportedLanguage",
              languages[i]);
    }
    xml.close();
    write("inspire_common:ResponseLanguage", language_of(*call.map, call.parameters(), service));
}

} // namespace

InspireScenario inspire_scenario(mapfile::Map const& map, Service service)
{
    auto const value = value_of(service, map.web.metadata, "inspire_capabilities");
    if (equals_ignoring_case(value, "url")) {
        return InspireScenario::Linked;
    }
    return equals_ignoring_case(value, "embed") ? InspireScenario::Embedded : InspireScenario::None;
}

void write_inspire_metadata(XmlWriter& xml, Call const& call, InspireService const& service)
{
    auto const scenario = inspire_scenario(*call.map, service.service);
    if (scenario == InspireScenario::Linked) {
        write_metadata_url(xml, call.map->web.metadata, service.service);
    } else if (scenario == InspireScenario::Embedded) {
        write_embedded(xml, call.map->web.metadata, service);
    }
    write_languages(xml, call, service.service);
}

} // namespace ms::ows
