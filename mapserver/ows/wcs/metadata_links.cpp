// SPDX-License-Identifier: MIT
#include "ows/wcs/metadata_links.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <string>

namespace ms::ows::wcs {

namespace {

/// \param name "metadatalink", or "metadatalink_" and a name of the list
void add_link(mapfile::StringMap const& metadata, std::string const& name,
              std::vector<MetadataLink>& links)
{
    auto const value = [&](std::string_view key) {
        return ows::value_of(Service::Wcs, metadata, name + std::string{key});
    };
    if (auto const url = value("_href"); !url.empty()) {
        links.push_back({url, value("_type"), value("_format")});
    }
}

} // namespace

bool lists_metadata_links(mapfile::StringMap const& metadata)
{
    return find_of(Service::Wcs, metadata, "metadatalink_list") != nullptr;
}

std::vector<MetadataLink> metadata_links(mapfile::StringMap const& metadata)
{
    std::vector<MetadataLink> links;
    if (!lists_metadata_links(metadata)) {
        add_link(metadata, "metadatalink", links);
        return links;
    }
    for (auto const name :
         split_words(ows::value_of(Service::Wcs, metadata, "metadatalink_list"))) {
        add_link(metadata, "metadatalink_" + std::string{name}, links);
    }
    return links;
}

void write_metadata_links(XmlWriter& xml, mapfile::StringMap const& metadata)
{
    for (auto const& link : metadata_links(metadata)) {
        xml.open("ows:Metadata")
            .attribute("xlink:type", "simple")
            .attribute("xlink:href", link.url);
        if (!link.type.empty()) {
            xml.attribute("about", link.type);
        }
        if (!link.format.empty()) {
            xml.attribute("xlink:role", link.format);
        }
        xml.close();
    }
}

} // namespace ms::ows::wcs
