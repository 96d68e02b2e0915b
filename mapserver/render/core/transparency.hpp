// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Whether an output format keeps transparency.

#include "mapfile/model/output_format.hpp"

namespace ms::render {

/// Whether images keep an alpha channel: TRANSPARENT, or IMAGEMODE RGBA when that is not given.
[[nodiscard]] inline bool is_transparent(mapfile::OutputFormat const& format) noexcept
{
    return format.transparent.value_or(format.image_mode == mapfile::ImageMode::Rgba);
}

} // namespace ms::render
