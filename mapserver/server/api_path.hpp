// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Addresses of the APIs of MapServer 8: /{map}/{signature}/..., of which "ogcapi" is one.

#include "http/request.hpp"
#include "http/response.hpp"
#include "mapfile/model/map.hpp"

#include <string_view>

namespace ms::server {

/// What stands behind the map in the path; empty when nothing does, or when map= names the map.
[[nodiscard]] std::string_view api_signature(http::Request const& request);

/// There are none here: the exception of OGC API where the map enables that, else MapServer's
/// sentence. \throws ows::ServiceException
[[nodiscard]] http::Response answer_api(mapfile::Map const& map, std::string_view signature);

} // namespace ms::server
