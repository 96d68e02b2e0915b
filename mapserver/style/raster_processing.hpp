// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses PROCESSING of raster layers, once for all of their files.

#include "mapfile/model/layer.hpp"
#include "raster/band.hpp"
#include "raster/resample.hpp"
#include "raster/single_image.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::style {

/// SCALE=min,max: values become (v - min) * 256 / (max - min), cut to 0..255.
using ScaleRange = std::pair<double, double>;
/// Minimum and maximum of a band (from 1) of a file; called for SCALE=AUTO only.
using RangeOfBand = std::function<ScaleRange(int band)>;

/// Text of a file that PROCESSING names; throws Error when it cannot be read.
using ReadText = std::function<std::string(std::string_view name)>;

/// SCALE of one colour.
struct ColorScale {
    bool is_auto = false;            ///< the range is that of the file
    std::optional<ScaleRange> range; ///< as written; nullopt, and not AUTO: values are colours
};

/// The value of a file that is not drawn.
enum class NoData : std::uint8_t { OfFile, Off, Written };

/// PROCESSING and CONNECTIONOPTIONS of a raster layer, parsed.
struct RasterProcessing {
    static constexpr std::size_t max_colors = 4; ///< grey or red, green, blue; alpha

    raster::Kernel kernel = raster::Kernel::Nearest;
    std::vector<int>
        bands; ///< BANDS as written, from 1, perhaps more than a file has; may be empty
    std::array<ColorScale, max_colors> scales;
    ColorScale class_scale; ///< of classes of numbers that are no bytes: SCALE, not SCALE_1
    std::array<std::vector<std::uint8_t>, max_colors>
        luts;         ///< 256 or 65536 entries; empty: unchanged
    double gamma = 1; ///< a colour c of 0..1 is drawn as c^gamma, after all that gave it
    NoData no_data = NoData::OfFile;
    double no_data_value = 0; ///< of NoData::Written
    bool uses_mask = true;
    double oversampling = raster::columns_per_pixel; ///< OVERSAMPLE_RATIO
    int buckets = 0;                                 ///< SCALE_BUCKETS, 2 and more; 0: not written
    bool classifies_scaled = false; ///< CLASSIFY_SCALED: [pixel] is the number of the bucket
    /// CONNECTIONOPTIONS "OVERVIEW_LEVEL": into Header::levels; nullopt: chosen by the view.
    std::optional<std::size_t> level;
};

/// \param read_text for files of LUT; empty: they are refused
/// \throws PublicError{BadMapfile} naming the key that is wrong
[[nodiscard]] RasterProcessing parse_raster_processing(mapfile::Layer const& layer,
                                                       ReadText const& read_text = {});

/// \throws PublicError{BadMapfile} for numbers that the file does not have
void check_bands(std::vector<int> const& bands, raster::Header const& header);

/// BANDS, else MapServer's default: classes and palettes use band 1; three bands and more are RGB,
/// with the first band after them that is marked as alpha; two may be grey and alpha.
/// \returns 1, 3 or 4 numbers, or 2 if the second is alpha
/// \throws PublicError{BadMapfile} for numbers that the file does not have
[[nodiscard]] std::vector<int> bands_of(RasterProcessing const& processing,
                                        raster::Header const& header, bool is_classified);

/// For each of the bands; alpha is not stretched by AUTO.
[[nodiscard]] std::vector<std::optional<ScaleRange>> scales_of(RasterProcessing const& processing,
                                                               std::vector<int> const& bands,
                                                               RangeOfBand const& range);

/// For each of the bands.
[[nodiscard]] std::vector<std::optional<double>> no_data_of(RasterProcessing const& processing,
                                                            raster::Header const& header,
                                                            std::vector<int> const& bands);

} // namespace ms::style
