// SPDX-License-Identifier: MIT
#include "ows/wfs/offered_systems.hpp"

#include "base/string.hpp"
#include "ows/common/offered_systems.hpp"

namespace ms::ows::wfs {

std::vector<std::string> offered_systems(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto names = ows::offered_systems(map, map.web.metadata, map.projection, Service::Wfs);
    return names.empty() ? ows::offered_systems(map, layer.metadata, layer.projection, Service::Wfs)
                         : names;
}

std::string as_urn(std::string_view name)
{
    auto const colon = name.find(':');
    bool const is_plain = colon != std::string_view::npos &&
                          !starts_with_ignoring_case(name, "urn:") &&
                          !starts_with_ignoring_case(name, "http");
    if (!is_plain) {
        return std::string{name};
    }
    return "urn:ogc:def:crs:" + to_upper(name.substr(0, colon)) +
           "::" + std::string{name.substr(colon + 1)};
}

} // namespace ms::ows::wfs
