// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Exports settings of the CONFIG file that are read from the environment.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ms::programs {

/// Before anything else runs: PROJ finds its files by the environment when it is first used,
/// encrypted connections their key.
/// \param find the value of a key, or nothing
void export_settings(std::function<std::optional<std::string>(std::string_view key)> const& find);

/// Those of the CONFIG file `path`, or of the one that MAPSERVER_CONFIG_FILE names: that one may be
/// missing or broken, as maps are drawn without.
/// \throws as mapfile::load_config_file() for `path`
void export_settings_of_file(std::string const& path);

} // namespace ms::programs
