// SPDX-License-Identifier: MIT
#include "mapfile/set_processing.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::mapfile {

void set_processing(Layer& layer, std::string_view key, std::optional<std::string_view> value)
{
    auto& directives = layer.processing;
    auto const has_key = [key](std::string const& directive) {
        auto const name = std::string_view{directive}.substr(0, directive.find('='));
        return equals_ignoring_case(trim(name), key);
    };
    auto place = std::ranges::find_if(directives, has_key);
    if (value) {
        place = place == directives.end() ? directives.emplace(place) : place;
        *place++ = std::string{key} + '=' + std::string{*value};
    }
    directives.erase(std::remove_if(place, directives.end(), has_key), directives.end());
}

} // namespace ms::mapfile
