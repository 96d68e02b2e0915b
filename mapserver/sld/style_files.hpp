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

/// The map with such layers styled as sld::styled() would: by the NamedLayer that bears the layer's
/// name, else by the first one, unless METADATA "SLD_USE_FIRST_NAMEDLAYER" is "false". A file that
/// cannot be used leaves the layer its CLASSes. The files join Map::origin, where changes are
/// looked for. A map without such layers is returned as it is. \param notes gets a sentence for
/// everything that is left out, for the log
[[nodiscard]] std::shared_ptr<mapfile::Map const>
with_style_files(std::shared_ptr<mapfile::Map const> map, std::vector<std::string>& notes);

/// mapfile::load_or_throw() and with_style_files(); notes go to the log.
[[nodiscard]] std::shared_ptr<mapfile::Map const> load_styled(std::filesystem::path const& mapfile,
                                                              Log& log);

} // namespace ms::sld
