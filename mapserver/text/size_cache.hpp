// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches the sizes of texts that are measured repeatedly.

#include "text/block.hpp"

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ms::text {

/// Remembers boxes of short texts: a server's capabilities name the sizes of all its legends, the
/// same in every answer. Safe from all threads, bounded; emptied when full.
class SizeCache {
public:
    /// The box of lay_out(). \param setting its fonts must outlive the cache
    [[nodiscard]] geometry::Box box_of(std::string_view utf8, Setting const& setting);

private:
    std::mutex m_mutex;
    std::unordered_map<std::string, geometry::Box> m_boxes;
};

} // namespace ms::text
