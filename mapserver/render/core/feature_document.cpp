// SPDX-License-Identifier: MIT
#include "render/core/feature_document.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>

namespace ms::render {

FeatureDocument const* find_feature_document(std::string_view driver) noexcept
{
    static constexpr std::array documents{
        FeatureDocument{"KML", "application/vnd.google-earth.kml+xml", "kml"},
        FeatureDocument{"KMZ", "application/vnd.google-earth.kmz", "kmz"},
        FeatureDocument{"MVT", "application/vnd.mapbox-vector-tile", "pbf"},
        FeatureDocument{"UTFGRID", "application/json", "json"},
    };
    auto const* const found = std::ranges::find_if(documents, [&](FeatureDocument const& each) {
        return equals_ignoring_case(each.driver, driver);
    });
    return found == documents.end() ? nullptr : found;
}

} // namespace ms::render
