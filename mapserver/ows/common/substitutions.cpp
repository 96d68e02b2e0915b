// SPDX-License-Identifier: MIT
#include "ows/common/substitutions.hpp"

namespace ms::ows {

mapfile::StringMap substitutions(http::Parameters const& parameters)
{
    mapfile::StringMap map;
    for (auto const& [name, value] : parameters.entries()) {
        map.set(name, value);
    }
    return map;
}

} // namespace ms::ows
