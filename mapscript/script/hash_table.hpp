// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// METADATA and other tables of strings.

#include "mapfile/model/common.hpp"
#include "script/text.hpp"

namespace ms::script {

/// Keys compare without case.
struct hashTableObj {
    hashTableObj() = default;

    int set(Text const& key, Text const& value);
    [[nodiscard]] Text get(Text const& key, Text const& default_value = Text()) const;
    int remove(Text const& key);
    void clear() { map.entries.clear(); }
    /// The key after another one, the first one for NULL; NULL at the end.
    [[nodiscard]] Text nextKey(Text const& prevkey = Text()) const;

#ifndef SWIG
    explicit hashTableObj(mapfile::StringMap entries) : map(std::move(entries)) {}
    mapfile::StringMap map;
#endif
};

} // namespace ms::script
