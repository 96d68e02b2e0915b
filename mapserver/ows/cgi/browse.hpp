// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers mode=browse: pages around the map, and where they zoom to.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::cgi {

/// WEB TEMPLATE as a page, for the extent that a click, zoom, scaledenom or mapext gives.
[[nodiscard]] http::Response browse(Call const& call);
[[nodiscard]] http::Response zoom_in(Call const& call);
[[nodiscard]] http::Response zoom_out(Call const& call);
/// mode=coordinate: where a click is, as a small page.
[[nodiscard]] http::Response coordinate(Call const& call);

} // namespace ms::ows::cgi
