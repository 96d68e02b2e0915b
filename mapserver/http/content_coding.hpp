// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses Accept-Encoding (RFC 9110, 12.5.3).

#include <string_view>

namespace ms::http {

/// Whether the client takes gzip: named, or meant by "*", with a quality above 0.
[[nodiscard]] bool accepts_gzip(std::string_view accept_encoding) noexcept;

/// Text in one of its many types, or a vector tile: images are compressed already.
[[nodiscard]] bool is_worth_compressing(std::string_view content_type) noexcept;

} // namespace ms::http
