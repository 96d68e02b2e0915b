// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// OUTPUTFORMAT: a driver with its options.

#include "mapfile/model/common.hpp"

namespace ms::mapfile {

enum class ImageMode : std::uint8_t { Default, Pc256, Rgb, Rgba, Byte, Int16, Float32, Feature };

struct OutputFormat {
    std::string name;
    std::string driver;    ///< as written, e.g. AGG/PNG
    std::string mime_type; ///< empty: the driver's
    std::string extension; ///< without the dot
    ImageMode image_mode = ImageMode::Default;
    std::optional<bool> transparent; ///< empty: implied by image_mode
    StringMap options;               ///< FORMATOPTION "K=V"

    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(OutputFormat const&, OutputFormat const&) = default;
};

} // namespace ms::mapfile
