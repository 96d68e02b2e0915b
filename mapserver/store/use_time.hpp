// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// When tiles are used.

#include <chrono>
#include <cstdint>

namespace ms::store {

/// That a tile is used is noted once in this time.
constexpr std::int64_t rest_s = 3600;

/// Seconds since 1970.
[[nodiscard]] inline std::int64_t now_s()
{
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace ms::store
