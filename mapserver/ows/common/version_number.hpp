// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses versions of services as clients write them.

#include <optional>
#include <string>
#include <string_view>

namespace ms::ows {

/// "x.y" or "x.y.z" as one number, 1.1.0 as 10100; nullopt if it is neither. Parts above 99 become
/// 99: the OGC test suites request version 100.0.0.
[[nodiscard]] std::optional<int> version_number(std::string_view text);

/// MapServer's message for an invalid version.
[[nodiscard]] std::string malformed_version(std::string_view text);

} // namespace ms::ows
