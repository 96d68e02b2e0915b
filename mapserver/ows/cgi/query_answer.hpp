// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers a query mode with the features it has found.

#include "http/response.hpp"
#include "ows/cgi/query_view.hpp"
#include "render/query/pick.hpp"

namespace ms::ows::cgi {

/// The page of the found features, or a redirect to WEB EMPTY without any. With an image format
/// as qformat, the query map.
[[nodiscard]] http::Response answer_query(Call const& call, QueryView const& view,
                                          render::Selection selection);

} // namespace ms::ows::cgi
