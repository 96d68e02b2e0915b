// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Recognizes output formats of DRIVER UTFGRID.

#include "mapfile/model/output_format.hpp"

namespace ms::render {

/// An OUTPUTFORMAT of DRIVER UTFGRID: https://github.com/mapbox/utfgrid-spec 1.3.
struct UtfGridFormat {
    int resolution = 4;         ///< FORMATOPTION UTFRESOLUTION: pixels per cell
    bool has_duplicates = true; ///< FORMATOPTION DUPLICATES; false: features of one key are one
};

[[nodiscard]] bool is_utf_grid_format(mapfile::OutputFormat const& format) noexcept;

/// \param format is_utf_grid_format()
/// \throws Error{BadMapfile} for an option with another value
[[nodiscard]] UtfGridFormat parse_utf_grid_format(mapfile::OutputFormat const& format);

} // namespace ms::render
