// SPDX-License-Identifier: MIT
#include "ows/ogcapi/document.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "http/query_string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/online_resource.hpp"

namespace ms::ows::ogcapi {

namespace {

std::string without_slash(std::string url)
{
    url.erase(url.find_last_not_of('/') + 1);
    return url;
}

} // namespace

std::string root_address(Call const& call)
{
    // The URL of another service would be wrong: MapServer does not read ows_ either.
    if (auto const* const own = call.map->web.metadata.find("oga_onlineresource");
        own != nullptr && !own->empty()) {
        return without_slash(*own);
    }
    return address_in_path(call) + "/ogcapi";
}

Json link(std::string_view relation, std::string const& href, std::string_view title,
          std::string_view type)
{
    return {{"rel", relation}, {"href", href}, {"title", title}, {"type", type}};
}

void append_own_links(Json& links, mapfile::StringMap const& metadata)
{
    auto const* const list = find_text(metadata, "links");
    if (list == nullptr) {
        return;
    }
    for (auto const& key : split_list(*list)) {
        auto const* const href = find_text(metadata, key + "_href");
        auto const* const title = find_text(metadata, key + "_title");
        auto const* const type = find_text(metadata, key + "_type");
        if (href != nullptr && title != nullptr) {
            links.push_back({{"href", *href},
                             {"title", *title},
                             {"type", type == nullptr ? std::string{html_type} : *type}});
        }
    }
}

std::string const* find_text(mapfile::StringMap const& metadata, std::string_view key)
{
    auto const* const found = find_of(Service::Oga, metadata, key);
    return found == nullptr ? metadata.find("wfs_" + std::string{key}) : found;
}

std::string const* find_text_or_older(mapfile::StringMap const& metadata, std::string_view key,
                                      std::string_view older_key)
{
    for (auto const& name : {"oga_" + std::string{key}, "ows_" + std::string{older_key},
                             "wfs_" + std::string{older_key}}) {
        if (auto const* const text = metadata.find(name)) {
            return text;
        }
    }
    auto const* const text = find_text(metadata, key);
    return text == nullptr ? find_text(metadata, older_key) : text;
}

std::string title_of(mapfile::Map const& map)
{
    for (auto const* const key : {"ows_title", "oga_title"}) {
        if (auto const* const title = map.web.metadata.find(key)) {
            return *title;
        }
    }
    return "MapServer OGC API";
}

std::string to_text(Json const& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string extra_parameters(mapfile::Map const& map, mapfile::Layer const* layer)
{
    constexpr std::string_view key = "extra_params";
    auto const* text = layer == nullptr ? nullptr : find_of(Service::Oga, layer->metadata, key);
    if (text == nullptr || text->empty()) {
        text = find_of(Service::Oga, map.web.metadata, key);
    }
    if (text == nullptr || text->empty()) {
        return {};
    }
    return text->starts_with('&') ? *text : '&' + *text;
}

} // namespace ms::ows::ogcapi
