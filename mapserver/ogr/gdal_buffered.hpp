// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Puts BufferedFile below GDAL's drivers.

#include <string_view>

namespace ms::ogr {

/// Before the path of a file or folder on disk: GDAL opens it as a BufferedFile.
constexpr std::string_view buffered_prefix = "/vsimapserver/";

/// Makes the prefix known to GDAL. Once per process.
void set_up_buffered_files();

} // namespace ms::ogr
