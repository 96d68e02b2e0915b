// SPDX-License-Identifier: MIT
#include "ows/common/access.hpp"

#include "base/string.hpp"
#include "http/network.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>

namespace ms::ows {

namespace {

std::optional<bool> decision(mapfile::StringMap const& metadata, std::string_view operation,
                             Service service)
{
    for (auto const prefix : {prefix_of(service), std::string_view{"ows_"}}) {
        if (auto const* const list = metadata.find(std::string{prefix} + "enable_request")) {
            if (auto const answer = listed(*list, operation)) {
                return answer;
            }
        }
    }
    return std::nullopt;
}

/// The text of a list, read from a file if it names one; nullopt if that cannot be read.
std::optional<std::string> list_text(mapfile::Map const& map, std::string const& value)
{
    constexpr std::string_view prefix = "file:";
    if (!starts_with_ignoring_case(value, prefix)) {
        return value;
    }
    auto const path = map.origin.directory / trim(std::string_view{value}.substr(prefix.size()));
    std::ifstream file{path};
    if (!file) {
        return std::nullopt;
    }
    return std::string{std::istreambuf_iterator<char>{file}, {}};
}

/// Whether a list contains the address; nullopt if one of them is unreadable.
std::optional<bool> is_listed(mapfile::Map const& map, std::string const& value,
                              std::string_view address)
{
    auto const text = list_text(map, value);
    return text ? http::names_address(*text, address) : std::nullopt;
}

/// Rasters are drawn from files, and have no features.
bool is_offered(mapfile::Layer const& layer, Service service)
{
    using mapfile::ConnectionType;
    auto const type = layer.connection_type;
    bool const is_drawn = type == ConnectionType::Local || type == ConnectionType::Wms ||
                          type == ConnectionType::KernelDensity || type == ConnectionType::Idw;
    return ((service == Service::Wms || service == Service::Wmts) && is_drawn) ||
           (service == Service::Wcs && type == ConnectionType::Local);
}

} // namespace

std::optional<bool> listed(std::string_view list, std::string_view operation)
{
    std::optional<bool> by_star;
    std::optional<bool> by_name;
    for (auto word : split_words(list)) {
        bool const allows = !word.starts_with('!');
        word.remove_prefix(allows ? 0 : 1);
        if (word == "*") {
            by_star = allows;
        } else if (equals_ignoring_case(word, operation)) {
            by_name = allows;
        }
    }
    return by_name ? by_name : by_star;
}

bool is_enabled(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view operation,
                Service service)
{
    if (layer.type == mapfile::LayerType::Raster && !is_offered(layer, service)) {
        return false; // do not offer what would fail
    }
    if (auto const answer = decision(layer.metadata, operation, service)) {
        return *answer;
    }
    return is_enabled_for_all(map, operation, service);
}

bool is_enabled_for_all(mapfile::Map const& map, std::string_view operation, Service service)
{
    return decision(map.web.metadata, operation, service).value_or(false);
}

bool is_enabled_for_any(mapfile::Map const& map, std::string_view operation, Service service)
{
    bool const is_default = is_enabled_for_all(map, operation, service);
    return std::ranges::any_of(map.layers, [&](mapfile::Layer const& layer) {
        return decision(layer.metadata, operation, service).value_or(is_default);
    });
}

bool is_enabled(mapfile::Map const& map, std::string_view operation, Service service)
{
    return is_enabled_for_all(map, operation, service) ||
           std::ranges::any_of(map.layers, [&](mapfile::Layer const& layer) {
               return decision(layer.metadata, operation, service).value_or(false);
           });
}

bool is_address_allowed(mapfile::Map const& map, std::string_view address, Service service)
{
    auto const* const allowed = find_of(service, map.web.metadata, "allowed_ip_list");
    auto const* const denied = find_of(service, map.web.metadata, "denied_ip_list");
    if (allowed == nullptr && denied == nullptr) {
        return true;
    }
    if (denied != nullptr && is_listed(map, *denied, address).value_or(true)) {
        return false;
    }
    return allowed == nullptr || is_listed(map, *allowed, address).value_or(false);
}

bool has_address_lists(mapfile::Map const& map)
{
    constexpr std::array services{Service::Wms, Service::Wfs, Service::Wcs, Service::Oga,
                                  Service::Wmts};
    return std::ranges::any_of(services, [&](Service service) {
        return find_of(service, map.web.metadata, "allowed_ip_list") != nullptr ||
               find_of(service, map.web.metadata, "denied_ip_list") != nullptr;
    });
}

} // namespace ms::ows
