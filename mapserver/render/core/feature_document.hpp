// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The drivers whose answers are documents of features, in place of images.

#include <string_view>

namespace ms::render {

struct FeatureDocument {
    std::string_view driver;
    std::string_view mime_type;
    std::string_view extension;
};

/// KML, KMZ, MVT or UTFGRID; nullptr for any other driver.
[[nodiscard]] FeatureDocument const* find_feature_document(std::string_view driver) noexcept;

} // namespace ms::render
