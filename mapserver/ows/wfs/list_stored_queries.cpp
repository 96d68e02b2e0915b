// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wfs/feature_types.hpp"
#include "ows/wfs/operations.hpp"
#include "ows/wfs/stored_definition.hpp"
#include "ows/wfs/stored_queries.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>

namespace ms::ows::wfs {

namespace {

constexpr std::string_view in_description = "msWFSDescribeStoredQueries20()";
constexpr std::string_view schemas_instance = "http://www.w3.org/2001/XMLSchema-instance";

XmlWriter start(mapfile::Map const& map, std::string_view root)
{
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    xml.open(root)
        .attribute("xmlns:wfs", "http://www.opengis.net/wfs/2.0")
        .attribute("xmlns:xsi", schemas_instance)
        .attribute("xmlns", "http://www.opengis.net/wfs/2.0")
        .attribute("xsi:schemaLocation", "http://www.opengis.net/wfs/2.0 " +
                                             schemas_location(map, Service::Wfs) +
                                             "/wfs/2.0/wfs.xsd");
    return xml;
}

/// xmlns:ms="...", which prefixes in texts need, too.
void declare_namespace(XmlWriter& xml, Namespace const& space)
{
    if (!space.prefix.empty()) {
        xml.attribute("xmlns:" + std::string{space.prefix}, space.uri);
    }
}

std::vector<std::string> type_names(mapfile::Map const& map)
{
    std::vector<std::string> names;
    for (auto const index : feature_types(map, "GetFeature")) {
        names.push_back(qualified(namespace_of(map), type_name(map.layers[index])));
    }
    return names;
}

/// returnFeatureTypes of the query's expressions.
std::vector<std::string> returned_types(StoredDefinition const& definition)
{
    std::vector<std::string> types;
    for (auto const& child : definition.document.children) {
        auto const* const names = child.attribute("returnFeatureTypes");
        if (equals_ignoring_case(child.name, "QueryExpressionText") && names != nullptr) {
            for (auto const name : split_words(*names)) {
                types.emplace_back(name);
            }
        }
    }
    return types;
}

void write_list_entry(XmlWriter& xml, mapfile::Map const& map, std::string_view id,
                      std::string_view title, std::vector<std::string> const& types)
{
    xml.open("StoredQuery").attribute("id", id);
    if (!title.empty()) {
        xml.element("Title", title);
    }
    for (auto const& type : types) {
        xml.open("ReturnFeatureType");
        declare_namespace(xml, namespace_of(map));
        xml.text(type).close();
    }
    xml.close();
}

void write_by_id(XmlWriter& xml, mapfile::Map const& map)
{
    std::string types;
    for (auto const& name : type_names(map)) {
        types.append(types.empty() ? "" : " ").append(name);
    }
    xml.open("StoredQueryDescription").attribute("id", get_feature_by_id);
    xml.element("Title", "Get feature by identifier");
    xml.element("Abstract",
                "Returns the single feature whose value is equal to the specified value "
                "of the ID argument");
    xml.open("Parameter")
        .attribute("xmlns:xs", "http://www.w3.org/2001/XMLSchema")
        .attribute("name", "ID")
        .attribute("type", "xs:string")
        .close();
    xml.open("QueryExpressionText");
    declare_namespace(xml, namespace_of(map));
    xml.attribute("isPrivate", "true")
        .attribute("language", "urn:ogc:def:queryLanguage:OGC-WFS::WFS_QueryExpression")
        .attribute("returnFeatureTypes", types)
        .close();
    xml.close();
}

/// Of a start tag's text, in any spelling.
bool is_private(std::string_view start_tag)
{
    std::string tag{start_tag};
    std::erase_if(tag, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    std::ranges::replace(tag, '\'', '"');
    return tag.find("isPrivate=\"true\"") != std::string::npos ||
           tag.find("isPrivate=\"1\"") != std::string::npos;
}

/// The text of a definition without its private parts.
std::string public_text(StoredDefinition const& definition)
{
    auto text = definition.text;
    constexpr std::string_view name = "QueryExpressionText";
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        auto const end = text.find('>', at);
        auto const close = text.find("</", end);
        if (end == std::string::npos || close == std::string::npos) {
            break;
        }
        auto const tag = std::string_view{text}.substr(at, end - at);
        auto const closing = text.find(name, end);
        if (closing == std::string::npos || tag.ends_with('/')) {
            at = end;
            continue;
        }
        auto const from = text.rfind('<', closing);
        if (is_private(tag)) {
            text.erase(end + 1, from - end - 1);
            at = text.find('>', end + 1);
        } else {
            at = closing + name.size();
        }
    }
    return text;
}

} // namespace

http::Response list_stored_queries(Call const& call, Request const& /*request*/)
{
    auto const& map = *call.map;
    auto xml = start(map, "wfs:ListStoredQueriesResponse");
    write_list_entry(xml, map, get_feature_by_id, "Get feature by identifier", type_names(map));
    for (auto const& name : stored_query_names(map)) {
        try {
            auto const definition = find_definition(map, name, in_description);
            write_list_entry(xml, map, name, definition.document.text_of("Title"),
                             returned_types(definition));
        } catch (WfsException const&) {
            xml.comment("WARNING: Definition for stored query " + name + " is invalid");
        }
    }
    xml.close();
    return http::text_response(200, "text/xml; charset=UTF-8", xml.take());
}

http::Response describe_stored_queries(Call const& call, Request const& request)
{
    auto const& map = *call.map;
    bool const is_all = request.stored_query_ids.empty();
    auto ids = request.stored_query_ids;
    if (is_all) {
        ids = stored_query_names(map);
        ids.insert(ids.begin(), std::string{get_feature_by_id});
    }
    auto xml = start(map, "wfs:DescribeStoredQueriesResponse");
    for (auto const& id : ids) {
        if (id == get_feature_by_id) {
            write_by_id(xml, map);
            continue;
        }
        try {
            xml.markup(public_text(find_definition(map, id, in_description)));
        } catch (WfsException const&) {
            if (!is_all) {
                throw;
            }
            xml.comment("WARNING: Definition for stored query " + id + " is invalid");
        }
    }
    xml.close();
    return http::text_response(200, "text/xml; charset=UTF-8", xml.take());
}

} // namespace ms::ows::wfs
