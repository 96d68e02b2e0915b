// SPDX-License-Identifier: MIT
#include "mapfile/model/common.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::mapfile {

namespace {

auto find_entry(auto& entries, std::string_view key)
{
    return std::ranges::find_if(
        entries, [key](auto const& entry) { return equals_ignoring_case(entry.first, key); });
}

} // namespace

std::string const* StringMap::find(std::string_view key) const noexcept
{
    auto const entry = find_entry(entries, key);
    return entry == entries.end() ? nullptr : &entry->second;
}

void StringMap::set(std::string_view key, std::string_view value)
{
    auto const entry = find_entry(entries, key);
    if (entry == entries.end()) {
        entries.emplace_back(key, value);
    } else {
        entry->second = value;
    }
}

} // namespace ms::mapfile
