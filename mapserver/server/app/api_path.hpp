// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses API paths of MapServer 8: /{map}/{signature}/..., where a signature is "ogcapi".

#include "http/request.hpp"
#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <string_view>

namespace ms::server {

/// What stands behind the map in the path; empty when nothing does, or when map= names the map.
[[nodiscard]] std::string_view api_signature(http::Request const& request);

/// Of "ogcapi", where the map offers it. \throws ows::ServiceException else, in MapServer's words
[[nodiscard]] http::Response answer_api(ows::Call const& call, std::string_view signature);

} // namespace ms::server
