// SPDX-License-Identifier: MIT
#include "ows/common/metadata.hpp"

#include "base/string.hpp"

namespace ms::ows {

std::string_view prefix_of(Service service) noexcept
{
    switch (service) {
    case Service::Wfs:
        return "wfs_";
    case Service::Wcs:
        return "wcs_";
    case Service::Oga:
        return "oga_";
    case Service::Wmts:
        return "wmts_";
    case Service::Wms:
        break;
    }
    return "wms_";
}

std::string const* find_of(Service service, mapfile::StringMap const& metadata,
                           std::string_view key)
{
    if (metadata.empty()) {
        return nullptr;
    }
    auto const prefix = prefix_of(service);
    std::string name{prefix};
    name.append(key);
    if (auto const* const value = metadata.find(name)) {
        return value;
    }
    return metadata.find(name.replace(0, prefix.size(), "ows_"));
}

std::string_view value_of(Service service, mapfile::StringMap const& metadata, std::string_view key)
{
    auto const* const value = find_of(service, metadata, key);
    return value == nullptr ? std::string_view{} : std::string_view{*value};
}

std::string const* find_wms(mapfile::StringMap const& metadata, std::string_view key)
{
    return find_of(Service::Wms, metadata, key);
}

std::string const* find_gml(mapfile::StringMap const& metadata, std::string_view key)
{
    for (std::string_view const prefix : {"wms_", "gml_", "ows_"}) {
        if (auto const* const value = metadata.find(std::string{prefix}.append(key))) {
            return value;
        }
    }
    return nullptr;
}

std::string_view wms_value(mapfile::StringMap const& metadata, std::string_view key)
{
    return value_of(Service::Wms, metadata, key);
}

bool is_wms_set(mapfile::StringMap const& metadata, std::string_view key)
{
    return is_set(Service::Wms, metadata, key);
}

bool is_set(Service service, mapfile::StringMap const& metadata, std::string_view key)
{
    auto const value = trim(value_of(service, metadata, key));
    return equals_ignoring_case(value, "true") || equals_ignoring_case(value, "yes") ||
           equals_ignoring_case(value, "on") || value == "1";
}

bool is_compliance_mode(mapfile::Map const& map)
{
    return is_wms_set(map.web.metadata, "compliance_mode");
}

std::string schemas_location(mapfile::Map const& map, Service service)
{
    auto const* const place = find_of(service, map.web.metadata, "schemas_location");
    return place == nullptr ? "http://schemas.opengis.net" : *place;
}

std::vector<std::string> split_list(std::string_view text)
{
    std::vector<std::string> pieces;
    for (auto const piece : split(text, ',')) {
        if (auto const word = trim(piece); !word.empty()) {
            pieces.emplace_back(word);
        }
    }
    return pieces;
}

} // namespace ms::ows
