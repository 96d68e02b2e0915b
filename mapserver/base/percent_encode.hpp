// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Escapes text for URLs (RFC 3986, 2.1).

#include <string>
#include <string_view>

namespace ms {

/// Everything but RFC 3986's unreserved characters and ",:/" as %XX, for the value of a parameter.
[[nodiscard]] std::string percent_encode(std::string_view text);

/// Everything but letters, digits and "-_.!~*'()" as %XX, as encodeURIComponent() of scripts and
/// MapServer's links have it.
[[nodiscard]] std::string encode_component(std::string_view text);

} // namespace ms
