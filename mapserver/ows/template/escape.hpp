// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Escapes values for the place in a page where they occur.

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

/// Escapes as escape="html|url|js|none" says: html is the default, and applies to other values.
[[nodiscard]] std::string escaped(std::string_view text, std::string const* how);

} // namespace ms::ows::tmpl
