// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses BGCOLOR.

#include "image/color.hpp"

#include <optional>
#include <string_view>

namespace ms::ows::wms {

/// "0xRRGGBB" (OGC 06-042, 7.3.3.10); "#RRGGBB" and "RRGGBB" are understood, too. Else nothing.
[[nodiscard]] std::optional<image::Color> parse_color(std::string_view text) noexcept;

} // namespace ms::ows::wms
