// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Breaking text into lines.

#include <string>
#include <string_view>

namespace ms::text {

/// WRAP and MAXLENGTH of a LABEL: breaks at the wrap character, which is dropped; with a maximum
/// length only where the line has at least that many characters already.
/// \param wrap_at 0: as it is, but at U+200B (zero width space), where `max_length` is given
/// \param max_length characters; 0: break wherever possible
[[nodiscard]] std::string wrap(std::string_view utf8, char wrap_at, int max_length);

} // namespace ms::text
