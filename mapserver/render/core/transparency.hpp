// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides whether an output format has an alpha channel.

#include "base/string.hpp"
#include "mapfile/model/output_format.hpp"

namespace ms::render {

/// Whether images have an alpha channel: TRANSPARENT, or by default IMAGEMODE RGBA. JPEG has none,
/// whatever the mapfile says.
[[nodiscard]] inline bool is_transparent(mapfile::OutputFormat const& format) noexcept
{
    constexpr std::string_view jpeg = "/JPEG";
    std::string_view const driver{format.driver};
    if (driver.size() > jpeg.size() &&
        equals_ignoring_case(driver.substr(driver.size() - jpeg.size()), jpeg)) {
        return false;
    }
    return format.transparent.value_or(format.image_mode == mapfile::ImageMode::Rgba);
}

} // namespace ms::render
