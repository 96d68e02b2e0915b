// SPDX-License-Identifier: MIT
#include "mapfile/missing_data.hpp"

#include "base/string.hpp"

namespace ms::mapfile {

bool may_miss_data(Map const& map)
{
    auto const* const value = map.config.find("ON_MISSING_DATA");
    return value != nullptr &&
           (equals_ignoring_case(*value, "IGNORE") || equals_ignoring_case(*value, "LOG"));
}

} // namespace ms::mapfile
