// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Breaks text into lines.

#include <string>
#include <string_view>

namespace ms::text {

/// WRAP and MAXLENGTH of a LABEL: breaks at the wrap character, which is dropped; with a maximum
/// length only where the line has at least that many characters already.
/// \param wrap_at 0: no break, except at U+200B (zero width space) if `max_length` is set
/// \param max_length characters; 0: break wherever possible
[[nodiscard]] std::string wrap(std::string_view utf8, char wrap_at, int max_length);

} // namespace ms::text
