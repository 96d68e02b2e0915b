// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses and writes query strings and form bodies.

#include "http/parameters.hpp"

#include <cstddef>

namespace ms::http {

struct QueryLimits {
    std::size_t max_bytes = 1U << 20U; ///< of the encoded text; an SLD_BODY may be long
    std::size_t max_parameters = 1000;
};

/// Splits at '&' and at the first '='; then '+' is a space and %XX a byte. A malformed escape stays
/// unchanged, empty parts are dropped, a part without '=' has the value "".
/// \throws Error{Limit} beyond the limits; Error{BadRequest} for an encoded NUL, at which C
/// libraries would cut the value
[[nodiscard]] Parameters parse_query_string(std::string_view text, QueryLimits const& limits = {});

/// Whether a body of this type is a form, whose text is a query string.
[[nodiscard]] bool is_form(std::string_view content_type) noexcept;

/// A path with its escapes resolved; '+' stays. \throws Error{BadRequest} for an encoded NUL
[[nodiscard]] std::string decode_path(std::string_view path);

/// The query in a pasted text: a query ("a=b"), one after its '?', or a whole URL, whose fragment
/// is dropped. A text without query gives "".
[[nodiscard]] std::string_view query_of(std::string_view url) noexcept;

} // namespace ms::http
