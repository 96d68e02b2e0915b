// SPDX-License-Identifier: MIT
#include "render/core/kml_output.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>

namespace ms::render {

KmlFileType const* find_kml_type(std::string_view driver) noexcept
{
    static constexpr std::array types{
        KmlFileType{"KML", "application/vnd.google-earth.kml+xml", "kml"},
        KmlFileType{"KMZ", "application/vnd.google-earth.kmz", "kmz"},
    };
    auto const* const found = std::ranges::find_if(
        types, [&](KmlFileType const& type) { return equals_ignoring_case(type.driver, driver); });
    return found == types.end() ? nullptr : found;
}

bool is_kml_format(mapfile::OutputFormat const& format) noexcept
{
    return find_kml_type(format.driver) != nullptr;
}

KmlFormat parse_kml_format(mapfile::OutputFormat const& format)
{
    return {.is_zipped = equals_ignoring_case(format.driver, "KMZ")};
}

} // namespace ms::render
