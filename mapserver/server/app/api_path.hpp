// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses API paths of MapServer 8: /{map}/{signature}/..., where a signature is "ogcapi", and, as
/// MapCache has it, "wmts".

#include "http/request.hpp"
#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <string_view>

namespace ms::server {

/// The path after the map; empty if there is nothing, or if map= names the map.
[[nodiscard]] std::string_view api_signature(http::Request const& request);

/// Answers "ogcapi" if the map offers it, and "wmts".
/// \throws ows::ServiceException otherwise, with MapServer's message
[[nodiscard]] http::Response answer_api(ows::Call const& call, std::string_view signature);

} // namespace ms::server
