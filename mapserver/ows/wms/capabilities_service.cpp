// SPDX-License-Identifier: MIT
#include "ows/wms/capabilities_parts.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace ms::ows::wms {

namespace {

struct Row {
    std::string_view key;
    std::string_view element;
};

constexpr std::array person{Row{"contactperson", "ContactPerson"},
                            Row{"contactorganization", "ContactOrganization"}};
constexpr std::array address{Row{"addresstype", "AddressType"},
                             Row{"address", "Address"},
                             Row{"city", "City"},
                             Row{"stateorprovince", "StateOrProvince"},
                             Row{"postcode", "PostCode"},
                             Row{"country", "Country"}};
constexpr std::array reachable{Row{"contactvoicetelephone", "ContactVoiceTelephone"},
                               Row{"contactfacsimiletelephone", "ContactFacsimileTelephone"},
                               Row{"contactelectronicmailaddress", "ContactElectronicMailAddress"}};

bool has_any(CapabilitiesWriter const& writer, std::span<Row const> rows)
{
    return std::ranges::any_of(
        rows, [&](Row const& row) { return find_wms(writer.metadata(), row.key) != nullptr; });
}

void write_rows(CapabilitiesWriter& writer, std::span<Row const> rows)
{
    for (auto const& row : rows) {
        write_metadata(writer, writer.metadata(), row.key, row.element);
    }
}

/// The schemas require all children of ContactPersonPrimary and ContactAddress, or no such element:
/// with strict validity the missing ones are written empty. Otherwise, as in MapServer, only those
/// that have a value are written.
void write_block(CapabilitiesWriter& writer, std::string_view element, std::span<Row const> rows)
{
    if (!has_any(writer, rows)) {
        return;
    }
    writer.xml.open(element);
    for (auto const& row : rows) {
        if (auto const* const value = find_wms(writer.metadata(), row.key);
            value != nullptr || is_compliance_mode(writer.map())) {
            writer.xml.element(row.element, value == nullptr ? std::string{} : *value);
        }
    }
    writer.xml.close();
}

/// Written even if it is empty, as in MapServer; every part is optional.
void write_contact(CapabilitiesWriter& writer)
{
    constexpr std::array position{Row{"contactposition", "ContactPosition"}};
    writer.xml.open("ContactInformation");
    write_block(writer, "ContactPersonPrimary", person);
    write_rows(writer, position);
    write_block(writer, "ContactAddress", address);
    write_rows(writer, reachable);
    writer.xml.close();
}

std::string_view service_name(Version version)
{
    switch (version) {
    case Version::V100:
        return "GetMap"; // one of the names in the comments of the 1.0.0 DTD
    case Version::V130:
        return "WMS";
    default:
        return "OGC:WMS";
    }
}

void write_limits(CapabilitiesWriter& writer)
{
    auto const limit = parse_int(wms_value(writer.metadata(), "layerlimit"));
    if (limit && *limit > 0) {
        writer.xml.element("LayerLimit", std::to_string(*limit));
    }
    writer.xml.element("MaxWidth", std::to_string(writer.map().max_size));
    writer.xml.element("MaxHeight", std::to_string(writer.map().max_size));
}

} // namespace

void write_service(CapabilitiesWriter& writer)
{
    auto& xml = writer.xml;
    auto const title = wms_value(writer.metadata(), "title");
    auto const* const link = find_wms(writer.metadata(), "service_onlineresource");
    auto const& url = link == nullptr ? writer.online_resource : *link;

    xml.open("Service").element("Name", service_name(writer.version));
    if (title.empty()) {
        xml.comment("WARNING: the mandatory metadata wms_title or ows_title is missing");
    }
    xml.element("Title", title.empty() ? std::string_view{writer.map().name} : title);
    write_metadata(writer, writer.metadata(), "abstract", "Abstract");
    write_keywords(writer, writer.metadata(), "keywordlist");
    if (writer.version == Version::V100) {
        xml.element("OnlineResource", url);
    } else {
        write_link(xml, url);
        write_contact(writer);
    }
    write_metadata(writer, writer.metadata(), "fees", "Fees");
    write_metadata(writer, writer.metadata(), "accessconstraints", "AccessConstraints");
    if (writer.version == Version::V130) {
        write_limits(writer);
    }
    xml.close();
}

} // namespace ms::ows::wms
