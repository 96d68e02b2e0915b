// SPDX-License-Identifier: MIT
#include "mapfile/missing_data.hpp"

#include "base/string.hpp"

#include <string_view>

namespace ms::mapfile {

namespace {

bool is_on_missing_data(Map const& map, std::string_view word)
{
    auto const* const value = map.config.find("ON_MISSING_DATA");
    return value != nullptr && equals_ignoring_case(*value, word);
}

} // namespace

bool may_miss_data(Map const& map)
{
    return is_on_missing_data(map, "IGNORE") || is_on_missing_data(map, "LOG");
}

LogLevel level_of_missing_data(Map const& map)
{
    return is_on_missing_data(map, "LOG") ? LogLevel::Error : LogLevel::Notice;
}

} // namespace ms::mapfile
