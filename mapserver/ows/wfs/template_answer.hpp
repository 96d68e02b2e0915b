// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers GetFeature with a template: an OUTPUTFORMAT with DRIVER TEMPLATE.

#include "http/response.hpp"
#include "ows/wfs/resolved_query.hpp"

namespace ms::ows::wfs {

/// Features are read while they are written, and once more for every further use of them.
/// \throws as read() and tmpl::query_page()
[[nodiscard]] http::Response template_answer(Call const& call, Request const& request,
                                             ResolvedQueries const& all,
                                             mapfile::OutputFormat const& format);

} // namespace ms::ows::wfs
