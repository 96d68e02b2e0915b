// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Redirects from views beyond the scales of WEB to the address in MINTEMPLATE or MAXTEMPLATE.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "render/core/viewport.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::ows::cgi {

/// Whether a template of WEB is an address on the web instead of a file.
[[nodiscard]] bool is_address(std::string_view path) noexcept;

/// For modes that draw the view; nullopt if its scale is within the limits, or their template is a
/// file: that is a page for mode=browse. The tags of the address are those of a page about the
/// view.
/// \param point [mapx], [mapy]; nullopt: the clicked one
[[nodiscard]] std::optional<http::Response>
redirect_beyond_scale(Call const& call, render::Viewport const& view,
                      std::optional<geometry::Point> point = std::nullopt);

} // namespace ms::ows::cgi
