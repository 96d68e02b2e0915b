// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// STYLEITEM "sld://...": styles layers with a file.

#include "base/log.hpp"
#include "mapfile/model/map.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ms::sld {

/// The map with such layers styled as by sld::styled(): by the NamedLayer with the layer's name,
/// else by the first one, unless METADATA "SLD_USE_FIRST_NAMEDLAYER" is "false". If a file cannot
/// be used, the layer keeps its CLASSes. The files are added to Map::origin, so that their changes
/// are detected. A map without such layers is returned unchanged.
/// \param notes receives a sentence for everything that is left out, for the log
[[nodiscard]] std::shared_ptr<mapfile::Map const>
with_style_files(std::shared_ptr<mapfile::Map const> map, std::vector<std::string>& notes);

/// mapfile::load_or_throw() and with_style_files(); notes go to the log.
[[nodiscard]] std::shared_ptr<mapfile::Map const> load_styled(std::filesystem::path const& mapfile,
                                                              Log& log);

} // namespace ms::sld
