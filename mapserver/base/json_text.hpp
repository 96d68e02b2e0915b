// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Texts in JSON (RFC 8259, 7).

#include <string>
#include <string_view>

namespace ms {

/// A text with its quotes. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string json_text(std::string_view text);

} // namespace ms
