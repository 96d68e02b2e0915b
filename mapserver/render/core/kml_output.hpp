// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Recognizes output formats of DRIVER KML and KMZ.

#include "mapfile/model/output_format.hpp"

#include <string_view>

namespace ms::render {

/// An OUTPUTFORMAT of DRIVER KML or KMZ.
struct KmlFormat {
    bool is_zipped = false; ///< KMZ
};

struct KmlFileType {
    std::string_view driver;
    std::string_view mime_type;
    std::string_view extension;
};

/// The file type of a driver, or nullptr if it is neither KML nor KMZ.
[[nodiscard]] KmlFileType const* find_kml_type(std::string_view driver) noexcept;

[[nodiscard]] bool is_kml_format(mapfile::OutputFormat const& format) noexcept;

/// \param format is_kml_format()
[[nodiscard]] KmlFormat parse_kml_format(mapfile::OutputFormat const& format);

} // namespace ms::render
