// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Recognizes output formats of DRIVER KML and KMZ.

#include "mapfile/model/output_format.hpp"

namespace ms::render {

/// An OUTPUTFORMAT of DRIVER KML or KMZ.
struct KmlFormat {
    bool is_zipped = false; ///< KMZ
};

[[nodiscard]] bool is_kml_format(mapfile::OutputFormat const& format) noexcept;

/// \param format is_kml_format()
[[nodiscard]] KmlFormat parse_kml_format(mapfile::OutputFormat const& format);

} // namespace ms::render
