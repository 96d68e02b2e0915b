// SPDX-License-Identifier: MIT
#include "ogr/gdal_stored.hpp"

#include <gdal.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace ms::ogr {

namespace {

std::string_view item_of(GDALMajorObjectH object, char const* name, char const* domain)
{
    auto const* const value = GDALGetMetadataItem(object, name, domain);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

std::string_view structure_of(GDALMajorObjectH object, char const* name)
{
    return item_of(object, name, "IMAGE_STRUCTURE");
}

/// GDAL opens overviews beside a file (.ovr) by name; those inside have none.
bool are_overviews_inside(GDALRasterBandH base)
{
    for (int i = 0; i < GDALGetOverviewCount(base); ++i) {
        auto* const dataset = GDALGetBandDataset(GDALGetOverview(base, i));
        if (dataset == nullptr || !std::string_view{GDALGetDescription(dataset)}.empty()) {
            return false;
        }
    }
    return true;
}

/// Whether the samples are bytes, those of a pixel side by side.
bool has_pixels_of_bytes(GDALDatasetH dataset, GDALRasterBandH band, int bands)
{
    return GDALGetRasterDataType(band) == GDT_Byte && structure_of(band, "NBITS").empty() &&
           (bands == 1 || structure_of(dataset, "INTERLEAVE") == "PIXEL");
}

std::optional<std::uint8_t> hex_byte(std::string_view two)
{
    std::uint8_t byte = 0;
    auto const [end, error] = std::from_chars(two.data(), two.data() + two.size(), byte, 16);
    return error == std::errc{} && end == two.data() + two.size() ? std::optional{byte}
                                                                  : std::nullopt;
}

/// \returns whether they are hexadecimal
bool read_tables(std::string_view text, std::vector<std::uint8_t>& tables)
{
    for (; text.size() >= 2; text.remove_prefix(2)) {
        auto const byte = hex_byte(text.substr(0, 2));
        if (!byte) {
            return false;
        }
        tables.push_back(*byte);
    }
    return text.empty();
}

bool set_compression(GDALDatasetH dataset, GDALRasterBandH band, raster::StoredForm& form)
{
    auto const name = structure_of(dataset, "COMPRESSION");
    auto const predictor = structure_of(dataset, "PREDICTOR");
    if (name == "DEFLATE" && (predictor.empty() || predictor == "1" || predictor == "2")) {
        form.has_differences = predictor == "2";
        return true;
    }
    bool const is_known_jpeg =
        (name == "YCbCr JPEG" && form.bands == 3) || (name == "JPEG" && form.bands == 1);
    form.compression = raster::BlockCompression::Jpeg;
    return is_known_jpeg && read_tables(item_of(band, "JPEGTABLES", "TIFF"), form.jpeg_tables);
}

std::optional<std::uint64_t> number_of(GDALRasterBandH band, char const* name, int column, int row)
{
    std::array<char, 64> key{};
    (void)std::snprintf(key.data(), key.size(), "%s_%d_%d", name, column, row);
    auto const text = item_of(band, key.data(), "TIFF");
    std::uint64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && number > 0 ? std::optional{number} : std::nullopt;
}

} // namespace

std::optional<raster::StoredForm> stored_form_of(void* of_dataset, std::size_t level)
{
    auto* const dataset = static_cast<GDALDatasetH>(of_dataset);
    auto* const driver = GDALGetDatasetDriver(dataset);
    if (driver == nullptr || std::string_view{GDALGetDriverShortName(driver)} != "GTiff") {
        return std::nullopt;
    }
    auto* band = GDALGetRasterBand(dataset, 1);
    if (level > 0) {
        if (!are_overviews_inside(band)) {
            return std::nullopt;
        }
        band = GDALGetOverview(band, static_cast<int>(level) - 1);
    }
    auto* const of_level = band == nullptr ? nullptr : GDALGetBandDataset(band);
    if (of_level == nullptr) {
        return std::nullopt;
    }
    raster::StoredForm form{.bands = GDALGetRasterCount(of_level)};
    GDALGetBlockSize(band, &form.block.width, &form.block.height);
    bool const is_known = form.bands == GDALGetRasterCount(dataset) &&
                          has_pixels_of_bytes(of_level, band, form.bands) &&
                          set_compression(of_level, band, form);
    return is_known ? std::optional{std::move(form)} : std::nullopt;
}

std::optional<raster::StoredPlace> stored_place_of(void* of_band, int column, int row)
{
    auto* const band = static_cast<GDALRasterBandH>(of_band);
    auto const offset = number_of(band, "BLOCK_OFFSET", column, row);
    auto const size = number_of(band, "BLOCK_SIZE", column, row);
    return offset && size ? std::optional{raster::StoredPlace{*offset, *size}} : std::nullopt;
}

} // namespace ms::ogr
