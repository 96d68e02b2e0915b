// SPDX-License-Identifier: MIT
#include "ows/wcs/coverage_layer.hpp"

#include "base/string.hpp"
#include "mapfile/set_processing.hpp"
#include "ows/wcs/version.hpp"
#include "ows/wcs/wcs_exception.hpp"
#include "render/core/gdal_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::ows::wcs {

namespace {

using mapfile::set_processing;

std::string list_text(std::vector<std::size_t> const& bands)
{
    return fmt::format("{}", fmt::join(bands, ","));
}

/// A parameter of GeoTIFF coverages (OGC 12-100r1, 8), and GDAL's creation option for it.
struct Parameter {
    std::string_view name;
    std::string_view option;
    std::span<std::pair<std::string_view, std::string_view> const> values; ///< empty: a number
};

using Value = std::pair<std::string_view, std::string_view>;

constexpr std::array compressions{Value{"none", "NONE"}, Value{"packbits", "PACKBITS"},
                                  Value{"deflate", "DEFLATE"}, Value{"lzw", "LZW"},
                                  Value{"jpeg", "JPEG"}};
constexpr std::array predictors{Value{"none", "1"}, Value{"horizontal", "2"},
                                Value{"floatingpoint", "3"}};
constexpr std::array interleaves{Value{"band", "BAND"}, Value{"pixel", "PIXEL"}};
constexpr std::array booleans{Value{"true", "YES"}, Value{"false", "NO"}};

constexpr std::array parameters{Parameter{"compression", "COMPRESS", compressions},
                                Parameter{"jpeg_quality", "JPEG_QUALITY", {}},
                                Parameter{"predictor", "PREDICTOR", predictors},
                                Parameter{"interleave", "INTERLEAVE", interleaves},
                                Parameter{"tiling", "TILED", booleans},
                                Parameter{"tilewidth", "BLOCKXSIZE", {}},
                                Parameter{"tileheight", "BLOCKYSIZE", {}}};

[[noreturn]] void refuse(std::string const& why)
{
    throw WcsException{invalid_value, "format", "msWCSSetFormatParams20()", why};
}

std::string option_value(Parameter const& parameter, std::string_view text)
{
    constexpr int max_number = 65536;
    if (parameter.values.empty()) {
        auto const number = parse_int(trim(text));
        if (!number || *number < 1 || *number > max_number) {
            refuse(fmt::format("'{}' is not a valid value of {}.", text.substr(0, 100),
                               parameter.name));
        }
        return std::to_string(*number);
    }
    auto const found = std::ranges::find_if(parameter.values, [&](Value const& each) {
        return equals_ignoring_case(each.first, trim(text));
    });
    if (found == parameter.values.end()) {
        refuse(parameter.name == "compression"
                   ? fmt::format("Compression method '{}' not supported.", text.substr(0, 100))
                   : fmt::format("'{}' is not a valid value of {}.", text.substr(0, 100),
                                 parameter.name));
    }
    return std::string{found->second};
}

void set_geotiff(mapfile::OutputFormat& format, Request const& request)
{
    if (!equals_ignoring_case(format.driver, "GDAL/GTiff")) {
        return;
    }
    for (auto const& [name, value] : request.geotiff) {
        auto const* const found = std::ranges::find(parameters, name, &Parameter::name);
        if (found == parameters.end()) {
            refuse(fmt::format("Unknown parameter of GeoTIFF '{}'.", name.substr(0, 100)));
        }
        format.options.set(found->option, option_value(*found, value));
    }
}

} // namespace

mapfile::Layer coverage_layer(Coverage const& coverage, Sampling const& sampling, bool is_raw)
{
    mapfile::Layer layer = *coverage.layer;
    layer.min_scale_denominator = layer.max_scale_denominator = -1;
    layer.min_geo_width = layer.max_geo_width = -1;
    layer.requires_expression.clear();
    layer.compositors.clear(); // how a map is put together; a coverage has no ground
    if (!sampling.resample.empty()) {
        set_processing(layer, "RESAMPLE", sampling.resample);
    }
    if (is_raw || sampling.has_bands) {
        set_processing(layer, "BANDS", list_text(sampling.bands));
    }
    return layer;
}

mapfile::OutputFormat coverage_format(mapfile::OutputFormat format, Request const& request,
                                      Coverage const& coverage, Sampling const& sampling)
{
    if (!render::is_gdal_format(format)) {
        // As in MapServer, where there are no values.
        bool const is_20 = family_of(request.version) == Family::V20;
        format.transparent =
            is_20 ? format.transparent : std::optional{format.mime_type != "image/jpeg"};
        return format;
    }
    if (format.options.find("FILENAME") == nullptr) {
        format.options.set("FILENAME", "out." + format.extension);
    }
    format.options.set("BAND_COUNT", std::to_string(sampling.bands.size()));
    auto const null_value = value_of(coverage, "rangeset_nullvalue");
    if (!null_value.empty() && family_of(request.version) != Family::V20) {
        format.options.set("NULLVALUE", null_value);
    }
    set_geotiff(format, request);
    return format;
}

} // namespace ms::ows::wcs
