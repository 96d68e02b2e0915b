// SPDX-License-Identifier: MIT
#include "server/app/landing.hpp"

#include "base/budget.hpp"
#include "base/deadline.hpp"
#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "http/query_string.hpp"
#include "inja/folder.hpp"
#include "inja/inja.hpp"
#include "ows/cgi/dispatch.hpp"
#include "ows/common/access.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/ogcapi/dispatch.hpp"
#include "ows/operation.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ms::server {

namespace {

using nlohmann::json;

struct Link {
    std::string href, service, title, type;
    std::string of;             ///< the title of the service
    bool is_for_people = false; ///< a page, not a description for programs
};

struct Offer {
    ows::Service service;
    std::string_view name;
    std::vector<std::string_view> versions;
};

std::vector<Offer> offers_of(mapfile::Map const& map)
{
    std::vector<Offer> offers{{ows::Service::Wms, "WMS", {"1.0.0", "1.1.0", "1.1.1", "1.3.0"}},
                              {ows::Service::Wfs, "WFS", {"1.0.0", "1.1.0", "2.0.0"}},
                              {ows::Service::Wcs, "WCS", {"1.0.0", "1.1.0", "2.0.0", "2.0.1"}}};
    std::erase_if(offers, [&](Offer const& offer) {
        return !ows::is_enabled_for_all(map, "GetCapabilities", offer.service);
    });
    return offers;
}

std::string title_of(mapfile::Map const& map, ows::Service service = ows::Service::Wms)
{
    auto const title = ows::value_of(service, map.web.metadata, "title");
    return title.empty() ? map.name : std::string{title};
}

/// Of the map, whichever of its services says it.
std::string title_of_any(mapfile::Map const& map)
{
    for (auto const service :
         {ows::Service::Wms, ows::Service::Wfs, ows::Service::Wcs, ows::Service::Oga}) {
        if (auto const title = ows::value_of(service, map.web.metadata, "title"); !title.empty()) {
            return std::string{title};
        }
    }
    return map.name;
}

/// Below the address of this server, or where that is not known, of the page itself.
std::string own_folder(std::string const& base, PublishedMap const& published)
{
    return base.empty() ? "./" : base + percent_encode(published.key) + '/';
}

/// Where the map says that it is, else in its own folder.
std::string address_of(std::string const& base, PublishedMap const& published, ows::Service service)
{
    auto const own = ows::value_of(service, published.map->web.metadata, "onlineresource");
    return ows::open_for_parameters(own.empty() ? own_folder(base, published) : std::string{own});
}

void append_api(std::vector<Link>& links, std::string const& base, PublishedMap const& published)
{
    auto const own = ows::value_of(ows::Service::Oga, published.map->web.metadata, "title");
    auto const* const address = published.map->web.metadata.find("oga_onlineresource");
    auto const start = address == nullptr || address->empty()
                           ? (base.empty() ? "/" : own_folder(base, published)) + "ogcapi/"
                           : *address + (address->ends_with('/') ? "" : "/");
    auto const title = own.empty() ? published.map->name : std::string{own};
    links.push_back(
        {start + "?f=json", "OGC API", "OGC API Root Service", "application/json", title});
    links.push_back(
        {start + "?f=html", "OGC API", "OGC API Landing Page", "text/html", title, true});
}

std::vector<Link> links_of(std::string const& base, PublishedMap const& published)
{
    auto const& map = *published.map;
    auto const viewer = address_of(base, published, ows::Service::Wms) +
                        "template=openlayers&mode=browse&layers=all";
    std::vector<Link> links;
    if (ows::cgi::is_mode_enabled(map, "browse")) {
        links.push_back({viewer, "CGI", "OpenLayers Viewer", "text/html", map.name, true});
    }
    if (ows::ogcapi::is_offered(map)) {
        append_api(links, base, published);
    }
    for (auto const& offer : offers_of(map)) {
        auto const start = address_of(base, published, offer.service);
        std::string const name{offer.name};
        for (auto const number : offer.versions) {
            std::string const version{number};
            links.push_back(
                {start + "version=" + version + "&request=GetCapabilities&service=" + name, name,
                 name + " GetCapabilities URL (version " + version + ")", "text/xml",
                 title_of(map, offer.service)});
        }
    }
    return links;
}

json to_json(Link const& link)
{
    return {
        {"href", link.href}, {"service", link.service}, {"title", link.title}, {"type", link.type}};
}

/// A set of RFC 9264 for every service.
json link_sets(std::string const& base, PublishedMap const& published)
{
    json sets = json::array();
    std::string last_service;
    for (auto const& link : links_of(base, published)) {
        if (link.service != last_service) {
            sets.push_back({{"title", link.of}});
            last_service = link.service;
        }
        sets.back()[link.is_for_people ? "service-doc" : "service-desc"].push_back(to_json(link));
    }
    return sets;
}

/// What both pages say of a map.
json summary_of(PublishedMap const& published)
{
    bool const has_error = published.map == nullptr;
    return {
        {"key", published.key},
        {"has-error", has_error},
        {"name", has_error ? published.key : published.map->name},
        {"title", has_error ? published.key + " (cannot be read)" : title_of_any(*published.map)},
        {"layer-count", has_error ? 0 : published.map->layers.size()}};
}

json index_of(std::string const& base, std::vector<PublishedMap> const& maps)
{
    auto sets = json::array();
    for (auto const& published : maps) {
        auto const href = base + percent_encode(published.key) + '/';
        auto set = summary_of(published);
        set["service-desc"] = {{{"href", href + "?f=json"},
                                {"title", published.key},
                                {"type", "application/vnd.oai.openapi+json"}}};
        set["service-doc"] = {{{"href", href}, {"title", published.key}, {"type", "text/html"}}};
        sets.push_back(std::move(set));
    }
    return {{"linkset", std::move(sets)}};
}

json map_of(std::string const& base, PublishedMap const& published)
{
    auto object = summary_of(published);
    if (published.map != nullptr) {
        object["linkset"] = link_sets(base, published);
    }
    return object;
}

/// A page of the templates' folder; nothing where there is no such folder.
std::optional<http::Response> templated(IndexTemplates const& templates, std::string_view name,
                                        json response)
{
    std::error_code problem;
    if (!std::filesystem::is_directory(templates.folder, problem)) {
        return std::nullopt;
    }
    Deadline const forever;
    Budget budget{templates.deadline != nullptr ? *templates.deadline : forever,
                  templates.max_bytes};
    json const data{{"response", std::move(response)}};
    return http::text_response(
        200, "text/html; charset=UTF-8",
        inja::render(name, inja::from_folder(templates.folder), data, budget));
}

http::Response page(std::string const& title, std::string const& body)
{
    auto response = http::text_response(
        200, "text/html; charset=UTF-8",
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
            escape_xml(title) + "</title>\n</head>\n<body>\n<h1>" + escape_xml(title) + "</h1>\n" +
            body + "</body>\n</html>\n");
    response.headers.emplace_back("Content-Security-Policy", "default-src 'none'");
    return response;
}

/// Of one map: what MapServer's page "html-index-plain/map.html" shows.
constexpr std::string_view map_template = R"(<!DOCTYPE html>
<html lang="en">
<head>
    <title>MapServer Landing Page</title>
    <meta charset="utf-8" />
</head>
<body>
<h1>MapServer Mapfile Landing Page</h1>
<ul>
    <li><b>Title:</b> {{ response.title }}</li>
    <li><b>Layer Count:</b> {{ at(response, "layer-count") }}</li>
    <li><b>Map Name:</b> {{ response.name }}</li>
</ul>
<p>
    Below are all the services available for this Mapfile.
</p>
<table>
    <thead><tr><th>#</th><th>Type</th><th>Service</th><th>Title</th></tr></thead>
    <tbody>
{%- set count = 0 -%}
{%- for service in response.linkset -%}
{%- for relation in ["service-desc", "service-doc"] -%}
{%- if existsIn(service, relation) -%}
{%- for link in at(service, relation) -%}
{%- set count = count + 1 -%}
        <tr>
            <td>{{ count }}</td>
            <td>{{ link.service }}</td>
            <td><a href="{{ link.href }}">{{ link.title }}</a></td>
            <td>{{ service.title }}</td>
        </tr>
{%- endfor -%}
{%- endif -%}
{%- endfor -%}
{%- endfor -%}
    </tbody>
</table>
</body>
</html>
)";

http::Response plain_page(json response, IndexTemplates const& templates)
{
    Deadline const forever;
    Budget budget{templates.deadline != nullptr ? *templates.deadline : forever,
                  templates.max_bytes};
    auto page = http::text_response(200, "text/html; charset=UTF-8",
                                    inja::render(
                                        "map.html",
                                        [](std::string_view) { return std::string{map_template}; },
                                        {{"response", std::move(response)}}, budget));
    page.headers.emplace_back("Content-Security-Policy", "default-src 'none'");
    return page;
}

std::string anchor(std::string const& href, std::string const& text)
{
    return "<a href=\"" + escape_xml(href) + "\">" + escape_xml(text) + "</a>";
}

http::Response json_response(int status, json const& value)
{
    // Names and titles may be in any encoding; what is no UTF-8 must not stop the answer.
    return http::text_response(status, "application/json",
                               value.dump(-1, ' ', false, json::error_handler_t::replace) + '\n');
}

http::Response unsupported_format()
{
    return json_response(
        400, {{"code", "InvalidParameterValue"}, {"description", "Unsupported format requested."}});
}

bool wants_json(http::Request const& request)
{
    return equals_ignoring_case(request.parameters.value("f"), "json");
}

bool is_known_format(http::Request const& request)
{
    auto const format = request.parameters.value("f");
    return format.empty() || wants_json(request) || equals_ignoring_case(format, "html");
}

} // namespace

bool asks_nothing(http::Request const& request)
{
    return request.method != http::Method::Post &&
           std::ranges::all_of(request.parameters.entries(), [](auto const& parameter) {
               return equals_ignoring_case(parameter.first, "f");
           });
}

bool is_unclaimed(http::Request const& request)
{
    return request.method != http::Method::Post && request.parameters.first("mode") == nullptr &&
           !ows::names_service(request.parameters);
}

http::Response index_page(http::Request const& request, std::string const& base,
                          std::vector<PublishedMap> const& maps, IndexTemplates const& templates)
{
    if (!is_known_format(request)) {
        return unsupported_format();
    }
    if (wants_json(request)) {
        return json_response(200, index_of(base, maps));
    }
    if (auto made = templated(templates, "landing.html", index_of(base, maps))) {
        return std::move(*made);
    }
    std::string rows;
    for (auto const& published : maps) {
        rows +=
            "<li>" +
            (published.map == nullptr ? escape_xml(published.key) + " (cannot be read)"
                                      : anchor(base + percent_encode(published.key) + "/?f=html",
                                               title_of_any(*published.map))) +
            "</li>\n";
    }
    return page("Maps of this server", "<ul>\n" + rows + "</ul>\n");
}

http::Response landing_page(http::Request const& request, std::string const& base,
                            PublishedMap const& map, IndexTemplates const& templates)
{
    if (!is_known_format(request)) {
        return unsupported_format();
    }
    if (wants_json(request)) {
        return json_response(200, map_of(base, map));
    }
    if (auto made = templated(templates, "map.html", map_of(base, map))) {
        return std::move(*made);
    }
    return plain_page(map_of(base, map), templates);
}

} // namespace ms::server
