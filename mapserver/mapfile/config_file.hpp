// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the CONFIG file of a MapServer 8 installation: environment, aliases of maps, plugins.

#include "mapfile/model/common.hpp"

#include <filesystem>

namespace ms::mapfile {

struct ConfigFile {
    StringMap env;                   ///< ENV: MS_MAP_PATTERN, MS_ERRORFILE ...
    StringMap maps;                  ///< MAPS: alias and path, as written
    StringMap plugins;               ///< PLUGINS: alias and path, as written
    std::filesystem::path directory; ///< of the file; relative paths start here
    Position at{};

    /// The path of the mapfile that MAPS calls `alias` (case folded).
    [[nodiscard]] std::optional<std::filesystem::path> map_path(std::string_view alias) const;
};

/// \throws Error{NotFound} if the file does not exist; Error{BadMapfile} with all errors, one a
/// line: "file:line:column: message"; WrongFile for files that do not begin with CONFIG
[[nodiscard]] ConfigFile load_config_file(std::filesystem::path const& path);

/// \param directory relative paths start here
/// \throws Error{BadMapfile}, WrongFile
[[nodiscard]] ConfigFile parse_config_file(std::string_view text,
                                           std::filesystem::path const& directory);

} // namespace ms::mapfile
