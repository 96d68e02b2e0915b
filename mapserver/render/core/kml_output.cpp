// SPDX-License-Identifier: MIT
#include "render/core/kml_output.hpp"

#include "base/string.hpp"

namespace ms::render {

bool is_kml_format(mapfile::OutputFormat const& format) noexcept
{
    return equals_ignoring_case(format.driver, "KML") || parse_kml_format(format).is_zipped;
}

KmlFormat parse_kml_format(mapfile::OutputFormat const& format)
{
    return {.is_zipped = equals_ignoring_case(format.driver, "KMZ")};
}

} // namespace ms::render
