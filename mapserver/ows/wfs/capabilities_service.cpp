// SPDX-License-Identifier: MIT
#include "ows/wfs/capabilities.hpp"
#include "ows/wfs/version.hpp"

#include <array>
#include <span>

namespace ms::ows::wfs {

namespace {

struct Row {
    std::string_view key;
    std::string_view element;
};

std::string missing(std::string_view key, std::string_view element)
{
    return "WARNING: Optional metadata \"ows_" + std::string{key} + "\" was missing for " +
           std::string{element};
}

void write_rows(CapabilitiesWriter& writer, std::span<Row const> rows)
{
    for (auto const& row : rows) {
        auto const value = writer.value(row.key);
        writer.xml.element(row.element, value);
        if (value.empty()) {
            writer.xml.comment(missing(row.key, row.element));
        }
    }
}

void write_link(CapabilitiesWriter& writer, std::string_view element)
{
    auto const url = writer.value("service_onlineresource");
    writer.xml.open(element).attribute("xlink:type", "simple").attribute("xlink:href", url).close();
    if (url.empty()) {
        writer.xml.comment(
            missing("service_onlineresource", std::string{element} + "/@xlink:href"));
    }
}

} // namespace

void write_identification(CapabilitiesWriter& writer)
{
    constexpr std::array names{Row{"title", "ows:Title"}, Row{"abstract", "ows:Abstract"}};
    constexpr std::array terms{Row{"fees", "ows:Fees"},
                               Row{"accessconstraints", "ows:AccessConstraints"}};
    auto& xml = writer.xml;
    xml.open("ows:ServiceIdentification");
    write_rows(writer, names);
    if (auto const words = split_list(writer.value("keywordlist")); !words.empty()) {
        xml.open("ows:Keywords");
        for (auto const& word : words) {
            xml.element("ows:Keyword", word);
        }
        xml.close();
    } else {
        xml.comment(missing("keywordlist", "ows:KeywordList"));
    }
    xml.open("ows:ServiceType").attribute("codeSpace", "OGC");
    xml.text(writer.version == Version::V110 ? "OGC WFS" : "WFS").close();
    xml.element("ows:ServiceTypeVersion", to_text(writer.version));
    write_rows(writer, terms);
    xml.close();
}

void write_provider(CapabilitiesWriter& writer)
{
    constexpr std::array name{Row{"contactorganization", "ows:ProviderName"}};
    constexpr std::array person{Row{"contactperson", "ows:IndividualName"},
                                Row{"contactposition", "ows:PositionName"}};
    constexpr std::array phone{Row{"contactvoicetelephone", "ows:Voice"},
                               Row{"contactfacsimiletelephone", "ows:Facsimile"}};
    constexpr std::array address{Row{"address", "ows:DeliveryPoint"},
                                 Row{"city", "ows:City"},
                                 Row{"stateorprovince", "ows:AdministrativeArea"},
                                 Row{"postcode", "ows:PostalCode"},
                                 Row{"country", "ows:Country"},
                                 Row{"contactelectronicmailaddress", "ows:ElectronicMailAddress"}};
    constexpr std::array hours{Row{"hoursofservice", "ows:HoursOfService"},
                               Row{"contactinstructions", "ows:ContactInstructions"}};
    constexpr std::array role{Row{"role", "ows:Role"}};

    auto& xml = writer.xml;
    xml.open("ows:ServiceProvider");
    write_rows(writer, name);
    write_link(writer, "ows:ProviderSite");
    xml.open("ows:ServiceContact");
    write_rows(writer, person);
    xml.open("ows:ContactInfo").open("ows:Phone");
    write_rows(writer, phone);
    xml.close().open("ows:Address");
    write_rows(writer, address);
    xml.close();
    write_link(writer, "ows:OnlineResource");
    write_rows(writer, hours);
    xml.close();
    write_rows(writer, role);
    xml.close().close();
}

} // namespace ms::ows::wfs
