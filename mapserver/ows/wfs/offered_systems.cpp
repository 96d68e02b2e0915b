// SPDX-License-Identifier: MIT
#include "ows/wfs/offered_systems.hpp"

#include "base/string.hpp"
#include "crs/definition.hpp"
#include "ows/common/metadata.hpp"

namespace ms::ows::wfs {

namespace {

std::vector<std::string> systems_of(mapfile::StringMap const& metadata,
                                    mapfile::Projection const& projection)
{
    std::vector<std::string> names;
    for (auto const word : split_words(value_of(Service::Wfs, metadata, "srs"))) {
        names.emplace_back(word);
    }
    if (names.empty() && projection.is_set()) {
        if (auto const& code = crs::parse(projection.arguments).authority_code(); !code.empty()) {
            names.push_back(code);
        }
    }
    return names;
}

} // namespace

std::vector<std::string> offered_systems(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto names = systems_of(map.web.metadata, map.projection);
    return names.empty() ? systems_of(layer.metadata, layer.projection) : names;
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
