// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decodes HTML's character references in plain texts.

#include <string>
#include <string_view>

namespace ms {

/// Replaces "&#169;", "&#xA9;" and the names of HTML 4 ("&copy;") by their characters in UTF-8.
/// Invalid references, and those without ";", stay unchanged.
/// HTML 4.01 24: "Character entity references in HTML 4".
[[nodiscard]] std::string decode_character_references(std::string_view text);

} // namespace ms
