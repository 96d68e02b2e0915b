// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Values in pages: escaped for where they are put.

#include <string>
#include <string_view>

namespace ms::ows::tmpl {

/// & < > " ' as entities.
[[nodiscard]] std::string escape_html(std::string_view text);

/// Everything but RFC 3986's unreserved characters as %XX.
[[nodiscard]] std::string escape_url(std::string_view text);

/// For the inside of a string literal of JavaScript or JSON. '<' and the line ends that only
/// scripts know are escaped too, so that the text cannot end a <script>.
[[nodiscard]] std::string escape_js(std::string_view text);

/// As escape="html|url|js|none" wants it: anything else is html, and the default.
[[nodiscard]] std::string escaped(std::string_view text, std::string const* how);

} // namespace ms::ows::tmpl
