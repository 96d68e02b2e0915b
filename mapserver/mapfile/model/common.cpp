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

/// MapServer's hash of a key: Kernighan's and Ritchie's, in 41 rows.
unsigned table_row(std::string_view key) noexcept
{
    constexpr unsigned rows = 41;
    unsigned hash = 0;
    for (char const c : to_lower(key)) {
        hash = static_cast<unsigned char>(c) + 31 * hash;
    }
    return hash % rows;
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

std::vector<std::pair<std::string, std::string> const*> StringMap::in_table_order() const
{
    std::vector<std::pair<std::string, std::string> const*> sorted;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        sorted.push_back(&*entry); // within a row the newest is the first
    }
    std::ranges::stable_sort(sorted, {}, [](auto const* entry) { return table_row(entry->first); });
    return sorted;
}

} // namespace ms::mapfile
