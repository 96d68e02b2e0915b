// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the SYMBOLSET file.

#include "mapfile/problem_list.hpp"

namespace ms::mapfile {

/// Reads `SYMBOLSET SYMBOL ... END ... END`. Images are searched beside the file.
/// \param path     of the file, to read and for messages
/// \param origin   receives the file and its includes (from the mapfile's folder, as in MapServer)
[[nodiscard]] std::vector<Symbol> read_symbol_set(std::filesystem::path const& path,
                                                  Provenance& origin, ProblemList& problems,
                                                  bool is_strict);

/// Sets Symbol::image_path, unless IMAGE is a data URL with the image itself.
/// \param directory relative images start here
void resolve_image(Symbol& symbol, std::filesystem::path const& directory);

} // namespace ms::mapfile
