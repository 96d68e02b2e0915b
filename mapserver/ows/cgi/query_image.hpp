// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws what a query has found as an image: QUERYMAP.

#include "http/response.hpp"
#include "mapfile/model/output_format.hpp"
#include "ows/common/call.hpp"
#include "render/core/viewport.hpp"
#include "render/query/pick.hpp"

#include <optional>
#include <string_view>

namespace ms::ows::cgi {

/// The image format that qformat names; nullopt if it names a format of pages.
[[nodiscard]] std::optional<mapfile::OutputFormat> query_image_format(mapfile::Map const& map,
                                                                      std::string_view qformat);

/// Draws the layers that the request turns on and those with results, in the style of QUERYMAP (its
/// STATUS is for scripts, as in MapServer).
/// \param view of the request; QUERYMAP SIZE replaces its size
[[nodiscard]] http::Response draw_query(Call const& call, render::ViewportRequest const& view,
                                        render::Selection selection,
                                        mapfile::OutputFormat const& format);

} // namespace ms::ows::cgi
