// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides whether an output format has an alpha channel.

#include "base/string.hpp"
#include "mapfile/model/output_format.hpp"

#include <string_view>

namespace ms::render {

/// Whether images have an alpha channel: TRANSPARENT, or by default IMAGEMODE RGBA; never JPEG.
[[nodiscard]] inline bool is_transparent(mapfile::OutputFormat const& format) noexcept
{
    auto const driver = std::string_view{format.driver};
    if (equals_ignoring_case(driver.substr(driver.find('/') + 1), "JPEG")) {
        return false;
    }
    return format.transparent.value_or(format.image_mode == mapfile::ImageMode::Rgba);
}

} // namespace ms::render
