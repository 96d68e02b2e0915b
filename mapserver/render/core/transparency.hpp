// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides whether an output format has an alpha channel.

#include "base/string.hpp"
#include "mapfile/model/output_format.hpp"

#include <string_view>

namespace ms::render {

/// What the format says: TRANSPARENT, or by default IMAGEMODE RGBA.
[[nodiscard]] inline bool wants_transparency(mapfile::OutputFormat const& format) noexcept
{
    return format.transparent.value_or(format.image_mode == mapfile::ImageMode::Rgba);
}

/// Whether images have an alpha channel: never JPEG.
[[nodiscard]] inline bool is_transparent(mapfile::OutputFormat const& format) noexcept
{
    auto const driver = std::string_view{format.driver};
    bool const is_jpeg = equals_ignoring_case(driver.substr(driver.find('/') + 1), "JPEG");
    return !is_jpeg && wants_transparency(format);
}

} // namespace ms::render
