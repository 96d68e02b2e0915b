// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A request of OGC API: its path, its format and its parameters.

#include "http/request.hpp"
#include "ows/common/service_exception.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::ogcapi {

inline constexpr std::string_view invalid_value = "InvalidParameterValue";
inline constexpr std::string_view not_found = "NotFound";
inline constexpr std::string_view wrong_map = "ConfigError";

/// "Bad value for <name>."
[[nodiscard]] ServiceException bad_value(std::string_view name);

enum class Format : std::uint8_t { Json, Html };

/// f=, else what the client accepts, else HTML, as in MapServer.
/// \throws ServiceException for another f
[[nodiscard]] Format format_of(http::Request const& request);

/// Whether an Accept header likes some JSON more than HTML.
[[nodiscard]] bool prefers_json(std::string_view accept) noexcept;

/// The value of a parameter, or nullptr. Names are case-sensitive, as in OGC 17-069r4, 7.2, and in
/// MapServer.
[[nodiscard]] std::string const* find_parameter(http::Request const& request,
                                                std::string_view name) noexcept;

/// Rejects parameters other than `known` and "f", and repeated ones (OGC 17-069r4, 7.7). \throws
/// ServiceException naming the first unknown or repeated parameter
void check_parameters(http::Request const& request, std::span<std::string_view const> known);

} // namespace ms::ows::ogcapi
