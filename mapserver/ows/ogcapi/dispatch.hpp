// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers OGC API - Features: the resources below /{map}/ogcapi.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::ogcapi {

/// Whether the map answers this client at all: *_enable_request and the address lists.
[[nodiscard]] bool is_offered(Call const& call);
[[nodiscard]] bool is_offered(mapfile::Map const& map);

/// Answers any path, errors included.
[[nodiscard]] http::Response dispatch(Call const& call);

} // namespace ms::ows::ogcapi
