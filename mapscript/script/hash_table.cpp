// SPDX-License-Identifier: MIT
#include "script/hash_table.hpp"

#include "base/string.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"

#include <algorithm>

namespace ms::script {

int hashTableObj::set(Text const& key, Text const& value)
{
    fail_if(key.is_null() || value.is_null(), MS_HASHERR, "setHashTable()", "NULL key or value");
    map.set(key.str(), value.str());
    return MS_SUCCESS;
}

Text hashTableObj::get(Text const& key, Text const& default_value) const
{
    fail_if(key.is_null(), MS_HASHERR, "msLookupHashTable()", "NULL key");
    auto const* const value = map.find(key.str());
    return value == nullptr ? default_value : Text{*value};
}

int hashTableObj::remove(Text const& key)
{
    auto const count = std::erase_if(map.entries, [&](auto const& entry) {
        return equals_ignoring_case(entry.first, key.str());
    });
    fail_if(count == 0, MS_HASHERR, "removeHashTable()", "No such hash entry: " + key.str());
    return MS_SUCCESS;
}

Text hashTableObj::nextKey(Text const& prevkey) const
{
    auto const entries = map.in_table_order();
    auto next = entries.begin();
    if (!prevkey.str().empty()) {
        next = std::ranges::find_if(entries, [&](auto const* entry) {
            return equals_ignoring_case(entry->first, prevkey.str());
        });
        next = next == entries.end() ? next : next + 1;
    }
    return next == entries.end() ? Text{} : Text{(*next)->first};
}

} // namespace ms::script
