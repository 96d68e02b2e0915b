// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers mode=map with an image of the map.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::cgi {

[[nodiscard]] http::Response draw_map(Call const& call);

} // namespace ms::ows::cgi
