// SPDX-License-Identifier: MIT
#include "ows/common/service_parts.hpp"

#include "base/string.hpp"
#include "ows/common/contact.hpp"

#include <array>

namespace ms::ows {

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

void write_row(ServiceParts const& parts, std::string_view key, std::string_view element)
{
    auto const value = parts.value(key);
    parts.xml.element(element, value);
    if (value.empty()) {
        parts.xml.comment(missing(key, element));
    }
}

void write_rows(ServiceParts const& parts, std::span<Row const> rows)
{
    for (auto const& row : rows) {
        write_row(parts, row.key, row.element);
    }
}

void write_items(ServiceParts const& parts, std::span<ContactItem const> items)
{
    for (auto const& [key, name] : items) {
        write_row(parts, key, "ows:" + to_upper(name.substr(0, 1)) + std::string{name.substr(1)});
    }
}

void write_link(ServiceParts const& parts, std::string_view element)
{
    auto const url = parts.value("service_onlineresource");
    parts.xml.open(element).attribute("xlink:type", "simple").attribute("xlink:href", url).close();
    if (url.empty()) {
        parts.xml.comment(missing("service_onlineresource", std::string{element} + "/@xlink:href"));
    }
}

} // namespace

void write_identification(ServiceParts const& parts, ServiceIdentification const& what)
{
    constexpr std::array names{Row{"title", "ows:Title"}, Row{"abstract", "ows:Abstract"}};
    constexpr std::array terms{Row{"fees", "ows:Fees"},
                               Row{"accessconstraints", "ows:AccessConstraints"}};
    auto& xml = parts.xml;
    xml.open("ows:ServiceIdentification");
    write_rows(parts, names);
    if (auto const words = split_list(parts.value("keywordlist")); !words.empty()) {
        xml.open("ows:Keywords");
        for (auto const& word : words) {
            xml.element("ows:Keyword", word);
        }
        xml.close();
    } else {
        xml.comment(missing("keywordlist", "ows:KeywordList"));
    }
    xml.open("ows:ServiceType").attribute("codeSpace", "OGC");
    xml.text(what.type).close();
    for (auto const version : what.versions) {
        xml.element("ows:ServiceTypeVersion", version);
    }
    for (auto const profile : what.profiles) {
        xml.element("ows:Profile", profile);
    }
    write_rows(parts, terms);
    xml.close();
}

void write_provider(ServiceParts const& parts)
{
    constexpr std::array name{Row{"contactorganization", "ows:ProviderName"}};
    constexpr std::array person{Row{"contactperson", "ows:IndividualName"},
                                Row{"contactposition", "ows:PositionName"}};
    constexpr std::array hours{Row{"hoursofservice", "ows:HoursOfService"},
                               Row{"contactinstructions", "ows:ContactInstructions"}};
    constexpr std::array role{Row{"role", "ows:Role"}};

    auto& xml = parts.xml;
    xml.open("ows:ServiceProvider");
    write_rows(parts, name);
    write_link(parts, "ows:ProviderSite");
    xml.open("ows:ServiceContact");
    write_rows(parts, person);
    xml.open("ows:ContactInfo").open("ows:Phone");
    write_items(parts, contact_numbers);
    xml.close().open("ows:Address");
    write_items(parts, contact_address);
    xml.close();
    write_link(parts, "ows:OnlineResource");
    write_rows(parts, hours);
    xml.close();
    write_rows(parts, role);
    xml.close().close();
}

} // namespace ms::ows
