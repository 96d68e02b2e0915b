// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The properties of a raster file in its header.

#include "image/color.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ms::raster {

/// Pixels; both > 0 in a file.
struct Size {
    int width = 0;
    int height = 0;
};

/// A rectangle of whole pixels of one level. Empty when a side is not positive.
struct Window {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    [[nodiscard]] bool is_empty() const noexcept { return width <= 0 || height <= 0; }
    /// Number of pixels; 0 when empty.
    [[nodiscard]] std::size_t pixels() const noexcept
    {
        return is_empty() ? 0 : static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }
};

/// The types that are distinguished; others (64 bit floats, complex) are read as numbers.
enum class SampleType : std::uint8_t { Byte, Int16, UInt16, WideInteger, Float32, Other };

struct Band {
    SampleType type = SampleType::Byte;
    bool is_alpha = false;
    std::optional<double> no_data;
    std::vector<image::Color> palette; ///< by value; empty: no palette
};

/// From pixels of the base level to the file's CRS, as GDAL writes it:
/// x = t[0] + column * t[1] + row * t[2], y = t[3] + column * t[4] + row * t[5].
using GeoTransform = std::array<double, 6>;

struct Header {
    std::vector<Size> levels; ///< the base level, then overviews
    int jpeg_levels = 0;      ///< the last of them: not stored, but decoded smaller
    std::vector<Size> blocks; ///< of each level: unit of decoding, of the first band
    std::vector<Band> bands;  ///< at least one
    std::optional<GeoTransform> geo_transform;
    bool has_mask = false;   ///< a mask of the dataset besides its bands
    std::string driver;      ///< GDAL's short name: "GTiff"
    std::string compression; ///< as GDAL names it: "DEFLATE"; empty: none or unknown

    [[nodiscard]] std::size_t stored_levels() const noexcept
    {
        return levels.size() - static_cast<std::size_t>(jpeg_levels);
    }
};

} // namespace ms::raster
