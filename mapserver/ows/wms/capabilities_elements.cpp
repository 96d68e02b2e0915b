// SPDX-License-Identifier: MIT
#include "ows/wms/capabilities_parts.hpp"

#include "ows/common/metadata.hpp"

namespace ms::ows::wms {

void write_link(XmlWriter& xml, std::string_view url, LinkType type)
{
    xml.open("OnlineResource").attribute("xmlns:xlink", "http://www.w3.org/1999/xlink");
    if (type == LinkType::Simple) {
        xml.attribute("xlink:type", "simple");
    }
    xml.attribute("xlink:href", url).close();
}

void write_metadata(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                    std::string_view key, std::string_view element)
{
    if (auto const* const value = find_wms(metadata, key)) {
        writer.xml.element(element, *value);
    }
}

namespace {

/// Keywords of a vocabulary: <key>_vocabulary "ISO" with <key>_ISO_items "a,b".
void write_vocabularies(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                        std::string const& key)
{
    for (auto const& vocabulary : split_list(wms_value(metadata, key + "_vocabulary"))) {
        for (auto const& word :
             split_list(wms_value(metadata, key + '_' + vocabulary + "_items"))) {
            writer.xml.open("Keyword").attribute("vocabulary", vocabulary).text(word).close();
        }
    }
}

} // namespace

void write_keywords(CapabilitiesWriter& writer, mapfile::StringMap const& metadata,
                    std::string_view key)
{
    std::string const name{key};
    auto const words = split_list(wms_value(metadata, name));
    bool const has_vocabulary = find_wms(metadata, name + "_vocabulary") != nullptr;
    bool const is_list = writer.version != Version::V100;
    if (words.empty() && !(has_vocabulary && is_list)) {
        return;
    }
    if (!is_list) {
        std::string text;
        for (auto const& word : words) {
            text.append(text.empty() ? "" : " ").append(word);
        }
        writer.xml.element("Keywords", text);
        return;
    }
    writer.xml.open("KeywordList");
    for (auto const& word : words) {
        writer.xml.element("Keyword", word);
    }
    if (has_vocabulary && writer.version == Version::V130) {
        write_vocabularies(writer, metadata, name);
    }
    writer.xml.close();
}

} // namespace ms::ows::wms
