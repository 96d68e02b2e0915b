// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Texts that may stand in XML as they are.

#include <string_view>

namespace ms {

/// Whether a text is well-formed between the tags of an element. Text without markup is recognised
/// by a look at its bytes, other text is parsed.
[[nodiscard]] bool is_xml_content(std::string_view text);

} // namespace ms
