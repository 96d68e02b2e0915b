// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Resolves paths of a map, and names that refer to files.

#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// A path as written in the mapfile (TEMPLATE, HEADER, an image ...): relative ones start at the
/// mapfile's folder.
[[nodiscard]] std::filesystem::path map_path(Map const& map, std::string_view written);

/// MapServer's symbol 0: a filled dot.
[[nodiscard]] Symbol built_in_symbol();

/// Puts MapServer's symbol 0, a filled dot, before the symbols of the mapfile.
void add_built_in_symbol(Map& map);

/// A symbol that shows an image file. \param directory relative paths start here
[[nodiscard]] Symbol image_symbol(std::string name, std::string file,
                                  std::filesystem::path const& directory);

/// Adds a symbol for every image file that a style names in SYMBOL and no symbol has the name of.
void add_image_symbols(Map& map);

/// MIME types that MapServer gives to OUTPUTFORMATs without one: "text/html" to templates.
void add_default_types(Map& map);

} // namespace ms::mapfile
