// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What the modes that answer with an image have in common.

#include "ows/common/call.hpp"
#include "render/core/viewport.hpp"

namespace ms::ows::cgi {

/// The format that imagetype names, else the map's. \throws Error{BadRequest} when there is none
[[nodiscard]] mapfile::OutputFormat image_format(Call const& call);

/// Where mapext, a click, zoom and scaledenom move the map.
/// \throws ServiceException for values that are none, and for sizes beyond MAXSIZE
[[nodiscard]] render::Viewport image_view(Call const& call);

} // namespace ms::ows::cgi
