// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the mapfile of a request. The only place where a client's text becomes a path.

#include "http/request.hpp"
#include "server/config/config.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ms::server {

/// map=, else the first segment of the path behind the script, else MS_MAPFILE.
///
/// A name that MAPS of the CONFIG file lists is that file. Anything else in map= is a path, which
/// must be allowed: MS_MAP_PATTERN must be set and match it, MS_MAP_BAD_PATTERN must not, and
/// MS_MAP_NO_PATH forbids paths altogether. Empty steps, "..", control characters and overlong
/// names are refused whatever the patterns say.
/// \return nullopt if the request names no map and there is no default
/// \throws Error{NotFound} for a name that is not allowed; its message discloses nothing
[[nodiscard]] std::optional<std::filesystem::path> find_mapfile(http::Request const& request,
                                                                Config const& config);

} // namespace ms::server
