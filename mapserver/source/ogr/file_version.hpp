// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// When a file of GDAL's formats has changed: it, or what lies beside it and belongs to it.

#include "ogr/feature_file.hpp"

#include <optional>
#include <string>

namespace ms::source::ogr {

/// The stamps of the file and of those that formats keep beside it (indexes, attributes, journals),
/// there or not. Nothing for folders, archives, VRTs and SQL, which may read other files.
/// Costs a system call for each.
[[nodiscard]] std::optional<std::string> version_of(ms::ogr::FileLayer const& layer);

} // namespace ms::source::ogr
