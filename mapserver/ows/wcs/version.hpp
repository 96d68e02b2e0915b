// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The versions of WCS, and which one answers a request.

#include "ows/wcs/request.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace ms::ows::wcs {

/// The structure that requests and documents of several versions share.
enum class Family : std::uint8_t { V10, V11, V20 };

/// "1.1.0" or "1.1": three numbers; a part that is no number is 0. nullopt without a point.
[[nodiscard]] std::optional<std::array<int, 3>> parse_version(std::string_view text);

/// Of a version as sent, known or not: exception reports have the form that it names.
[[nodiscard]] Family family_of(std::string_view version);

/// The version of an operation other than GetCapabilities. \throws WcsException
[[nodiscard]] std::string_view required_version(std::string_view text);

/// The version of GetCapabilities: VERSION or the highest below it, else the first known one of
/// ACCEPTVERSIONS, else the highest. \throws WcsException
[[nodiscard]] std::string_view negotiated_version(Request const& request);

} // namespace ms::ows::wcs
