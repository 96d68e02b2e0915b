// SPDX-License-Identifier: MIT
#include "programs/raster_advice.hpp"

#include "style/raster_colors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::programs {

namespace {

/// The size that may be decoded for each map without harm.
constexpr int largest_side = 2048;
/// A 256 x 256 image should not decode more pixels than this.
constexpr long long largest_block_pixels = 1024 * 1024;
/// Opening a VRT reads all its text: 21 ms for 900 files.
constexpr std::size_t max_sources = 200;

bool is_large(raster::Size size)
{
    return std::max(size.width, size.height) > largest_side;
}

/// Averages of class numbers or palette indexes are meaningless.
std::string_view method_of(mapfile::Layer const& layer, raster::Header const& header)
{
    bool const are_classes = !header.bands[0].palette.empty() || style::is_classified(layer);
    return are_classes ? "mode" : "average";
}

std::string levels_of(raster::Size size)
{
    std::string levels;
    for (int factor = 2; std::max(size.width, size.height) / factor >= 128 && factor <= 1024;
         factor *= 2) {
        levels += fmt::format(" {}", factor);
    }
    return levels;
}

/// Blocks as wide as the file, or very large ones: a small image decodes far more than it shows.
bool is_badly_tiled(raster::Size size, raster::Size block)
{
    bool const is_strip = block.width >= size.width && block.height < size.height;
    auto const pixels = static_cast<long long>(block.width) * block.height;
    return is_strip || pixels > largest_block_pixels;
}

bool is_photograph(raster::Header const& header)
{
    auto const is_byte = [](raster::Band const& band) {
        return band.type == raster::SampleType::Byte;
    };
    return header.bands.size() == 3 && std::ranges::all_of(header.bands, is_byte);
}

bool has_scale(mapfile::Layer const& layer)
{
    return layer.processing_value("SCALE") || layer.processing_value("SCALE_1") ||
           layer.processing_value("LUT") || layer.processing_value("LUT_1");
}

} // namespace

std::vector<std::string> raster_advice(mapfile::Layer const& layer, raster::Header const& header,
                                       std::size_t sources)
{
    std::vector<std::string> advice;
    auto const size = header.levels.front();
    auto const& file = layer.data;
    if (is_large(size) && header.stored_levels() == 1) {
        advice.push_back(fmt::format(
            "the raster of {} x {} pixels has no overviews, so that each map of all of it decodes "
            "all of it: gdaladdo -r {} {}{}",
            size.width, size.height, method_of(layer, header), file, levels_of(size)));
    }
    bool const is_tiff = header.driver == "GTiff";
    if (is_tiff && is_large(size) && is_badly_tiled(size, header.blocks.front())) {
        advice.push_back(fmt::format(
            "the raster is stored in blocks of {} x {} pixels, of which a small map decodes far "
            "more than it shows: gdal_translate -of COG -co COMPRESS={} {} tiled.tif",
            header.blocks.front().width, header.blocks.front().height,
            header.compression == "JPEG" ? "JPEG" : "DEFLATE", file));
    } else if (is_tiff && is_large(size) && header.compression.empty() && is_photograph(header)) {
        advice.push_back(fmt::format(
            "the photograph of {} x {} pixels is not compressed; a twentieth of the bytes do: "
            "gdal_translate -of COG -co COMPRESS=JPEG {} small.tif",
            size.width, size.height, file));
    }
    if (sources > max_sources) {
        advice.push_back(fmt::format(
            "the VRT has {} files, whose list is read whenever it is opened: TILEINDEX with "
            "gdaltindex, or one file: gdal_translate -of COG {} one.tif",
            sources, file));
    }
    auto const type = header.bands[0].type;
    if (type != raster::SampleType::Byte && !style::is_classified(layer) && !has_scale(layer)) {
        advice.push_back(fmt::format(
            "values above 255 are white: PROCESSING \"SCALE=min,max\" with what gdalinfo -mm {} "
            "prints, or \"SCALE=AUTO\"",
            file));
    }
    return advice;
}

} // namespace ms::programs
