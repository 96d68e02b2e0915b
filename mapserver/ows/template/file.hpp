// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Template files: which may be read, and their text with [include]s in place.

#include "mapfile/model/map.hpp"

#include <string>
#include <string_view>

namespace ms::ows::tmpl {

/// Whether a name ends like a template's: .xml .wml .html .htm .svg .kml .gml .js .tmpl. What
/// TEMPLATE says of layers that are only to be queried ("void", "dummy") is none.
[[nodiscard]] bool is_template_name(std::string_view name);

/// The text of a template without its first line, which must say "MapServer Template" (in any
/// case) for the server to show the file to clients. [include src="..."] is replaced by such files.
/// Paths are relative to the mapfile.
/// \throws Error{BadMapfile} naming the file
[[nodiscard]] std::string load(mapfile::Map const& map, std::string_view name);

} // namespace ms::ows::tmpl
