// SPDX-License-Identifier: MIT
#include "ows/common/offered_systems.hpp"

#include "base/string.hpp"
#include "crs/definition.hpp"
#include "crs/name.hpp"

namespace ms::ows {

std::string authority_code_of(mapfile::Projection const& projection)
{
    auto const name =
        projection.is_set() ? crs::name_of(projection.arguments) : std::optional<crs::Name>{};
    return name ? name->authority_code : std::string{};
}

std::vector<std::string> offered_systems(mapfile::Map const& map,
                                         mapfile::StringMap const& metadata,
                                         mapfile::Projection const& projection, Service service)
{
    std::vector<std::string> names;
    for (auto const word : split_words(value_of(service, metadata, "srs"))) {
        names.emplace_back(word);
    }
    if (names.empty() && projection.is_set() && !projection.is_auto()) {
        auto const system = crs::parse(projection.arguments, {map.proj_data()});
        if (auto const& code = system.authority_code(); !code.empty()) {
            names.push_back(code);
        }
    }
    return names;
}

} // namespace ms::ows
