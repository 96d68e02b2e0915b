// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The common part of the modes that answer with an image.

#include "ows/common/call.hpp"
#include "render/core/viewport.hpp"

namespace ms::ows::cgi {

/// The format that imagetype names, else the map's. \throws Error{BadRequest} if it is unknown
[[nodiscard]] mapfile::OutputFormat image_format(Call const& call);

/// The viewport of the map after mapext, a click, zoom and scaledenom.
/// \throws ServiceException for invalid values, and for sizes beyond MAXSIZE
[[nodiscard]] render::Viewport image_view(Call const& call);

} // namespace ms::ows::cgi
