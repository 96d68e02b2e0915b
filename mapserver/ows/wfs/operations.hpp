// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The operations of WFS, which dispatch() calls.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/wfs/request.hpp"

namespace ms::ows::wfs {

// Each answers a request whose version is known and which the map enables, or throws for dispatch()
// to report.

[[nodiscard]] http::Response get_capabilities(Call const& call, Request const& request);
[[nodiscard]] http::Response describe_feature_type(Call const& call, Request const& request);
/// GetFeature and, if Request::operation says so, GetPropertyValue. Stored queries are queries.
[[nodiscard]] http::Response get_feature(Call const& call, Request const& request);
[[nodiscard]] http::Response list_stored_queries(Call const& call, Request const& request);
[[nodiscard]] http::Response describe_stored_queries(Call const& call, Request const& request);

} // namespace ms::ows::wfs
