// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the FONTSET file: a font's alias and its file on each line.

#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// Reads "alias path" lines; `#` starts a comment; a path may be quoted. The last of equal aliases
/// has priority. Lines with a single word are skipped, as in MapServer.
/// \param directory of the fontset file; relative paths start here
[[nodiscard]] std::vector<FontEntry> parse_font_list(std::string_view text,
                                                     std::filesystem::path const& directory);

} // namespace ms::mapfile
