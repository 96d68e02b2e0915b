// SPDX-License-Identifier: MIT
#include "ows/ogcapi/html.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::ogcapi {

namespace {

using Json = nlohmann::json;

constexpr std::string_view style =
    "body{font-family:sans-serif;margin:2em;max-width:70em}"
    "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"
    "dt{font-weight:bold}ul{padding-left:1.2em}";

std::string anchor(std::string_view href, std::string_view text)
{
    // Whatever a mapfile or a value says: nothing that a browser would run.
    bool const is_web =
        starts_with_ignoring_case(href, "http://") || starts_with_ignoring_case(href, "https://");
    auto const shown = escape_xml(text);
    return is_web ? "<a href=\"" + escape_xml(href) + "\">" + shown + "</a>" : shown;
}

std::string text_of(Json const& value)
{
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string member(Json const& object, char const* name)
{
    auto const found = object.find(name);
    return found == object.end() || found->is_null() ? std::string{} : text_of(*found);
}

std::string html_of(Json const& value);

/// A feature or a collection is known by its id, which leads to it where a link says so.
std::string self_link(Json const& object, std::string const& text)
{
    if (auto const links = object.find("links"); links != object.end()) {
        for (auto const& link : *links) {
            if (member(link, "rel") == "self") {
                return anchor(replace_all(member(link, "href"), "?f=json", "?f=html"), text);
            }
        }
    }
    return escape_xml(text);
}

/// JSON is for programs: pages lead to pages.
bool is_for_people(Json const& link)
{
    auto const relation = member(link, "rel");
    return member(link, "type") == "text/html" || relation == "next" || relation == "prev";
}

std::string links_of(Json const& links)
{
    std::string items;
    for (auto const& link : links) {
        auto const href = member(link, "href");
        auto const relation = member(link, "rel");
        bool const is_page = relation == "next" || relation == "prev";
        auto const target = is_page ? replace_all(href, "?f=json", "?f=html") : href;
        if (is_for_people(link) && relation != "alternate") {
            items += "<li>" + anchor(target, member(link, "title")) + "</li>\n";
        } else if (relation == "self") {
            items += "<li>" + anchor(href, "This document as JSON") + "</li>\n";
        }
    }
    return items.empty() ? std::string{} : "<ul>\n" + items + "</ul>\n";
}

std::vector<std::string> columns_of(Json const& features)
{
    std::vector<std::string> names;
    for (auto const& feature : features) {
        for (auto const& [name, value] : feature.at("properties").items()) {
            if (std::ranges::find(names, name) == names.end()) {
                names.push_back(name);
            }
        }
    }
    return names;
}

std::string table_of(Json const& features)
{
    auto const names = columns_of(features);
    std::string html = "<table>\n<tr><th>id</th>";
    for (auto const& name : names) {
        html += "<th>" + escape_xml(name) + "</th>";
    }
    html += "</tr>\n";
    for (auto const& feature : features) {
        html += "<tr><td>" + self_link(feature, member(feature, "id")) + "</td>";
        for (auto const& name : names) {
            html += "<td>" + escape_xml(member(feature.at("properties"), name.c_str())) + "</td>";
        }
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

/// What a page shows elsewhere, or not at all.
bool is_left_out(std::string const& name)
{
    constexpr std::array<std::string_view, 7> names{
        "title", "description", "links", "geometry", "$schema", "type", "components"};
    return std::ranges::find(names, name) != names.end();
}

std::string members_of(Json const& object)
{
    std::string html;
    for (auto const& [name, value] : object.items()) {
        if (!is_left_out(name) || (name == "type" && object.size() <= 4)) {
            html += "<dt>" + escape_xml(name) + "</dt>\n<dd>" + html_of(value) + "</dd>\n";
        }
    }
    return html.empty() ? html : "<dl>\n" + html + "</dl>\n";
}

std::string whole(Json const& object)
{
    std::string html;
    if (auto const text = member(object, "description"); !text.empty()) {
        html += "<p>" + escape_xml(text) + "</p>\n";
    }
    if (auto const features = object.find("features"); features != object.end()) {
        html += "<p>" + escape_xml(member(object, "numberReturned")) + " of " +
                escape_xml(member(object, "numberMatched")) + "</p>\n" + table_of(*features);
    } else {
        html += members_of(object);
    }
    auto const links = object.find("links");
    return links == object.end() ? html : html + links_of(*links);
}

std::string html_of(Json const& value)
{
    if (value.is_object()) {
        auto const title = member(value, "title");
        return (title.empty() ? title : "<p>" + self_link(value, title) + "</p>\n") + whole(value);
    }
    if (!value.is_array()) {
        auto const text = text_of(value);
        return anchor(text, text);
    }
    std::string html = "<ul>\n";
    for (auto const& item : value) {
        html += "<li>" + html_of(item) + "</li>\n";
    }
    return html + "</ul>\n";
}

} // namespace

http::Response html_page(nlohmann::json const& document)
{
    auto const own = member(document, "title");
    auto const title = escape_xml(own.empty() ? "OGC API" : own);
    auto response = http::text_response(
        200, "text/html; charset=UTF-8",
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title +
            "</title>\n<style>" + std::string{style} + "</style>\n</head>\n<body>\n<h1>" + title +
            "</h1>\n" + whole(document) + "</body>\n</html>\n");
    response.headers.emplace_back("Content-Security-Policy",
                                  "default-src 'none'; style-src 'unsafe-inline'");
    return response;
}

} // namespace ms::ows::ogcapi
