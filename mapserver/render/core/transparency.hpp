// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides whether an output format has an alpha channel.

#include "mapfile/model/output_format.hpp"

namespace ms::render {

/// Whether images have an alpha channel: TRANSPARENT, or by default IMAGEMODE RGBA.
[[nodiscard]] inline bool is_transparent(mapfile::OutputFormat const& format) noexcept
{
    return format.transparent.value_or(format.image_mode == mapfile::ImageMode::Rgba);
}

} // namespace ms::render
