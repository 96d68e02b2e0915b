// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads colours that are written as hexadecimal numbers.

#include "image/color.hpp"

#include <optional>
#include <string_view>

namespace ms::image {

/// "#rrggbb" or "#rrggbbaa", digits in either case; nothing for anything else.
[[nodiscard]] std::optional<Color> parse_hex_color(std::string_view text) noexcept;

} // namespace ms::image
