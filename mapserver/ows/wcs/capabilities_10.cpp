// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/wcs/documents.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <array>

namespace ms::ows::wcs {

namespace {

/// An element and the METADATA that it is written from: a key of WCS, else one of all services.
struct TextRow {
    std::string_view element;
    std::string_view key;
    std::string_view other_key = {};
};

class Document {
public:
    explicit Document(Call const& call)
        : m_call(call), m_metadata(call.map->web.metadata),
          m_url(online_resource(call, Service::Wcs))
    {}

    /// \param section "/WCS_Capabilities/Service": this element alone; "" and "/": all
    std::string write(std::string_view section)
    {
        constexpr std::string_view root = "/WCS_Capabilities/";
        auto const alone = section.starts_with(root) ? section.substr(root.size()) : "";
        auto const open = [&](std::string_view name) {
            m_xml.open(name);
            if (!alone.empty()) {
                declare_10(m_xml, *m_call.map, "wcsCapabilities.xsd");
            }
        };
        if (alone.empty()) {
            m_xml.open("WCS_Capabilities");
            declare_10(m_xml, *m_call.map, "wcsCapabilities.xsd");
        }
        if (alone.empty() || alone == "Service") {
            open("Service");
            write_service();
            m_xml.close();
        }
        if (alone.empty() || alone == "Capability") {
            open("Capability");
            write_capability();
            m_xml.close();
        }
        if (alone.empty() || alone == "ContentMetadata") {
            open("ContentMetadata");
            write_content();
            m_xml.close();
        }
        if (alone.empty()) {
            m_xml.close();
        }
        return m_xml.take();
    }

private:
    [[nodiscard]] std::string_view value(std::string_view key) const
    {
        return ows::value_of(Service::Wcs, m_metadata, key);
    }
    [[nodiscard]] std::string_view value(TextRow const& row) const
    {
        auto const text = value(row.key);
        return text.empty() && !row.other_key.empty() ? value(row.other_key) : text;
    }

    bool write(std::span<TextRow const> rows, std::string_view parent)
    {
        bool is_open = false;
        for (auto const& row : rows) {
            if (auto const text = value(row); !text.empty()) {
                if (!is_open) {
                    m_xml.open(parent);
                    is_open = true;
                }
                m_xml.element(row.element, text);
            }
        }
        return is_open;
    }

    void write_link(std::string_view element, std::string_view url)
    {
        m_xml.open(element).attribute("xlink:type", "simple").attribute("xlink:href", url).close();
    }

    void write_service()
    {
        if (auto const url = value("metadatalink_href"); !url.empty()) {
            auto const type = value("metadatalink_type");
            m_xml.open("metadataLink")
                .attribute("metadataType", type.empty() ? "other" : type)
                .attribute("xlink:type", "simple")
                .attribute("xlink:href", url)
                .close();
        }
        if (auto const text = value("description"); !text.empty()) {
            m_xml.element("description", text);
        }
        auto const name = value("name");
        m_xml.element("name", name.empty() ? "MapServer WCS" : name);
        if (auto const label = value("label"); !label.empty()) {
            m_xml.element("label", label);
        } else {
            m_xml.comment(" WARNING: Mandatory metadata \"wcs_label\" or \"ows_label\" was missing "
                          "in this context. ");
        }
        if (auto const words = split_list(value("keywordlist")); !words.empty()) {
            m_xml.open("keywords");
            for (auto const& word : words) {
                m_xml.element("keyword", word);
            }
            m_xml.close();
        }
        write_party();
        auto const fees = value("fees");
        auto const terms = value("accessconstraints");
        m_xml.element("fees", fees.empty() ? "NONE" : fees);
        m_xml.element("accessConstraints", terms.empty() ? "NONE" : terms);
    }

    /// Only of a named person or organization.
    void write_party()
    {
        constexpr std::array who{
            TextRow{"individualName", "responsibleparty_individualname", "contactperson"},
            TextRow{"organisationName", "responsibleparty_organizationname",
                    "contactorganization"}};
        constexpr TextRow position{"positionName", "responsibleparty_positionname",
                                   "contactposition"};
        if (!write(who, "responsibleParty")) {
            return;
        }
        if (auto const text = value(position); !text.empty()) {
            m_xml.element(position.element, text);
        }
        write_contact();
        m_xml.close();
    }

    void write_contact()
    {
        constexpr std::array phone{
            TextRow{"voice", "contactinfo_phone_voice", "contactvoicetelephone"},
            TextRow{"facsimile", "contactinfo_phone_facsimile", "contactfacsimiletelephone"}};
        constexpr std::array address{
            TextRow{"deliveryPoint", "contactinfo_address_deliverypoint", "address"},
            TextRow{"city", "contactinfo_address_city", "city"},
            TextRow{"administrativeArea", "contactinfo_address_administrativearea",
                    "stateorprovince"},
            TextRow{"postalCode", "contactinfo_address_postalcode", "postcode"},
            TextRow{"country", "contactinfo_address_country", "country"},
            TextRow{"electronicMailAddress", "contactinfo_address_electronicmailaddress",
                    "contactelectronicmailaddress"}};
        constexpr TextRow site{"onlineResource", "contactinfo_onlineresource",
                               "service_onlineresource"};
        auto const has_any = [&](std::span<TextRow const> rows) {
            return std::ranges::any_of(rows,
                                       [&](TextRow const& row) { return !value(row).empty(); });
        };
        auto const url = value(site);
        if (!has_any(phone) && !has_any(address) && url.empty()) {
            return;
        }
        m_xml.open("contactInfo");
        if (write(phone, "phone")) {
            m_xml.close();
        }
        if (write(address, "address")) {
            m_xml.close();
        }
        if (!url.empty()) {
            write_link(site.element, url);
        }
        m_xml.close();
    }

    void write_capability()
    {
        m_xml.open("Request");
        for (auto const* const operation : {"GetCapabilities", "DescribeCoverage", "GetCoverage"}) {
            if (!is_enabled_for_any(*m_call.map, operation, Service::Wcs)) {
                continue;
            }
            m_xml.open(operation);
            for (auto const* const method : {"Get", "Post"}) {
                m_xml.open("DCPType").open("HTTP").open(method);
                write_link("OnlineResource", m_url);
                m_xml.close().close().close();
            }
            m_xml.close();
        }
        m_xml.close().open("Exception").element("Format", "application/vnd.ogc.se_xml").close();
    }

    void write_content()
    {
        for (auto const& coverage : listed_coverages(m_call)) {
            m_xml.open("CoverageOfferingBrief");
            write_about_10(m_xml, m_call, coverage);
            m_xml.close();
        }
    }

    Call const& m_call;
    mapfile::StringMap const& m_metadata;
    std::string m_url;
    XmlWriter m_xml{"<?xml version='1.0' encoding=\"UTF-8\" standalone=\"no\" ?>\n"};
};

} // namespace

std::string capabilities_10(Call const& call, Request const& request)
{
    constexpr std::array<std::string_view, 5> sections{"", "/", "/WCS_Capabilities/Service",
                                                       "/WCS_Capabilities/Capability",
                                                       "/WCS_Capabilities/ContentMetadata"};
    std::string_view const section = request.section ? *request.section : std::string_view{};
    if (std::ranges::find(sections, section) == sections.end()) {
        throw WcsException{invalid_value, "section", "msWCSGetCapabilities()",
                           "Invalid SECTION parameter \"" + std::string{section.substr(0, 100)} +
                               '"'};
    }
    return Document{call}.write(section);
}

} // namespace ms::ows::wcs
