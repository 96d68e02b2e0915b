// SPDX-License-Identifier: MIT
#include "render/core/gdal_output.hpp"

#include "base/deadline_check.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "image/blend.hpp"
#include "ogr/load.hpp"
#include "render/core/memory_charge.hpp"
#include "render/core/transparency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::render {

namespace {

constexpr std::string_view prefix = "GDAL/";
constexpr std::size_t max_raw_bands = 1000;

/// Formats that our encoders write, too.
constexpr std::array<std::string_view, 3> own_encoders{"PNG", "JPEG", "WEBP"};

struct GdalRow {
    std::string_view driver;
    GdalFileType type;
};
constexpr std::array gdal_rows{
    GdalRow{"GTiff", {"image/tiff", "tif"}},
    GdalRow{"COG", {"image/tiff; application=geotiff; profile=cloud-optimized", "tif"}},
    GdalRow{"PNG", {"image/png", "png"}},
    GdalRow{"JPEG", {"image/jpeg", "jpg"}},
    GdalRow{"GIF", {"image/gif", "gif"}},
    GdalRow{"WEBP", {"image/webp", "webp"}},
    GdalRow{"JP2OpenJPEG", {"image/jp2", "jp2"}},
    GdalRow{"AAIGrid", {"text/plain", "asc"}},
    GdalRow{"HFA", {"application/octet-stream", "img"}},
    GdalRow{"BMP", {"image/bmp", "bmp"}},
};

/// FORMATOPTIONs that are not the driver's.
constexpr std::array<std::string_view, 8> other_options{
    "BAND_COUNT", "NULLVALUE", "ATTACHMENT", "FILENAME",
    "GAMMA",      "FORM",      "FILE",       "MAXFEATURESTODRAW"};

bool is_raw(mapfile::ImageMode mode) noexcept
{
    return mode == mapfile::ImageMode::Byte || mode == mapfile::ImageMode::Int16 ||
           mode == mapfile::ImageMode::Float32;
}

[[noreturn]] void refuse_option(mapfile::OutputFormat const& format, std::string_view what)
{
    throw Error{ErrorKind::BadMapfile,
                fmt::format("output format \"{}\": FORMATOPTION {}", format.name, what)};
}

std::size_t band_count(mapfile::OutputFormat const& format)
{
    auto const* const text = format.options.find("BAND_COUNT");
    auto const count = text == nullptr ? std::optional{1} : parse_int(trim(*text));
    if (!count || *count < 1 || static_cast<std::size_t>(*count) > max_raw_bands) {
        refuse_option(format, "\"BAND_COUNT\" is not a number from 1 to 1000");
    }
    return static_cast<std::size_t>(*count);
}

std::optional<double> null_value(mapfile::OutputFormat const& format)
{
    auto const* const text = format.options.find("NULLVALUE");
    if (text == nullptr) {
        return std::nullopt;
    }
    auto const value = parse_double(trim(*text));
    if (!value) {
        refuse_option(format, "\"NULLVALUE\" is not a number");
    }
    return value;
}

/// FORMATOPTION "FILENAME=..." if it is a plain name, else one with the format's extension.
std::string file_name(mapfile::OutputFormat const& format)
{
    constexpr std::string_view letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    auto const* const name = format.options.find("FILENAME");
    bool const is_plain = name != nullptr && !name->empty() && name->front() != '.' &&
                          name->find_first_not_of(letters) == std::string::npos;
    return is_plain ? *name
                    : "image." + (format.extension.empty() ? std::string{"dat"} : format.extension);
}

ogr::Module const& module_of(std::string_view driver)
{
    if (!ogr::has_module()) {
        throw PublicError{
            ErrorKind::Source,
            fmt::format("DRIVER \"GDAL/{}\" needs GDAL, whose module is not installed "
                        "beside this program",
                        driver),
            "this server is installed without GDAL, which writes this format"};
    }
    return ogr::load_module();
}

/// Extents end in the centres of pixels; files store their edges.
raster::GeoTransform transform_of(Viewport const& view)
{
    double const to_edge = view.counts_from_edges ? 0 : 0.5;
    raster::GeoTransform const upright{view.extent.min_x - view.cell_size_x * to_edge,
                                       view.cell_size_x,
                                       0,
                                       view.extent.max_y + view.cell_size_y * to_edge,
                                       0,
                                       -view.cell_size_y};
    if (view.angle_rad == 0) {
        return upright;
    }
    auto back = view;
    back.angle_rad = -view.angle_rad;
    std::array<geometry::Point, 3> corners{
        geometry::Point{upright[0], upright[3]},
        geometry::Point{upright[0] + upright[1] * view.width, upright[3]},
        geometry::Point{upright[0], upright[3] + upright[5] * view.height}};
    turn(back, corners);
    return {corners[0].x,
            (corners[1].x - corners[0].x) / view.width,
            (corners[2].x - corners[0].x) / view.height,
            corners[0].y,
            (corners[1].y - corners[0].y) / view.width,
            (corners[2].y - corners[0].y) / view.height};
}

/// Premultiplied pixels as bands of colours as they are.
std::vector<std::byte> bands_of_pixels(image::BitmapView const& pixels, std::size_t bands)
{
    auto const count = pixels.pixels.size() / 4;
    std::vector<std::byte> samples(count * bands);
    for (std::size_t i = 0; i < count; ++i) {
        auto const* const pixel = pixels.pixels.data() + i * 4;
        unsigned const alpha = pixel[3];
        for (std::size_t band = 0; band < bands; ++band) {
            unsigned const value = pixel[band];
            bool const is_mixed = band < 3 && bands == 4 && alpha > 0 && alpha < 255;
            samples[band * count + i] = static_cast<std::byte>(
                is_mixed ? std::min((value * 255 + alpha / 2) / alpha, 255U) : value);
        }
    }
    return samples;
}

std::vector<std::uint8_t> first_of(ogr::Files files)
{
    return std::move(files.front().bytes);
}

/// The pixels and the file, or the file in GDAL's memory and ours.
constexpr std::size_t copies_of_pixels = 2;

ogr::Files written(ogr::RasterDocument document, GdalFormat const& format, Viewport const& view,
                   Services const& services)
{
    ogr::GoOn const go_on = DeadlineCheck{services.deadline};
    document.driver = format.driver;
    document.file_name = format.file_name;
    document.size = {view.width, view.height};
    document.geo_transform = transform_of(view);
    document.crs = view.crs.is_defined() ? view.crs.proj_text() : std::string{};
    document.resolution = view.resolution;
    document.options = format.options;
    document.go_on = &go_on;
    MemoryCharge kept{*services.budget};
    kept.set(document.samples.size() * copies_of_pixels);
    auto files = module_of(format.driver).write_raster(std::move(document));
    services.deadline.check();
    return files;
}

} // namespace

bool is_gdal_format(mapfile::OutputFormat const& format) noexcept
{
    std::string_view const driver{format.driver};
    if (driver.size() <= prefix.size() ||
        !equals_ignoring_case(driver.substr(0, prefix.size()), prefix)) {
        return false;
    }
    return is_raw(format.image_mode) ||
           std::ranges::none_of(own_encoders, [&](std::string_view own) {
               return equals_ignoring_case(own, driver.substr(prefix.size()));
           });
}

GdalFileType gdal_file_type(std::string_view driver) noexcept
{
    auto const* const row = std::ranges::find_if(
        gdal_rows, [&](GdalRow const& each) { return equals_ignoring_case(each.driver, driver); });
    return row == gdal_rows.end() ? GdalFileType{} : row->type;
}

GdalFormat parse_gdal_format(mapfile::OutputFormat const& format)
{
    GdalFormat parsed{
        .driver = format.driver.substr(prefix.size()), .file_name = {}, .options = {}};
    parsed.file_name = file_name(format);
    parsed.has_alpha = is_transparent(format) || format.image_mode == mapfile::ImageMode::Rgba;
    parsed.is_raw = is_raw(format.image_mode);
    if (parsed.is_raw) {
        parsed.type = format.image_mode == mapfile::ImageMode::Byte ? raster::SampleType::Byte
                      : format.image_mode == mapfile::ImageMode::Int16
                          ? raster::SampleType::Int16
                          : raster::SampleType::Float32;
        parsed.bands = band_count(format);
    }
    parsed.null_value = null_value(format);
    for (auto const& [key, value] : format.options.entries) {
        bool const is_other = std::ranges::any_of(other_options, [&](std::string_view other) {
            return equals_ignoring_case(other, key);
        });
        if (!is_other && !key.starts_with("mdi_")) {
            parsed.options.push_back(key + "=" + value);
        }
    }
    return parsed;
}

std::vector<std::uint8_t> encode_by_gdal(image::BitmapView const& pixels,
                                         mapfile::OutputFormat const& format)
{
    auto const parsed = parse_gdal_format(format);
    std::size_t const bands = parsed.has_alpha ? 4 : 3;
    ogr::RasterDocument document{.driver = parsed.driver,
                                 .file_name = parsed.file_name,
                                 .size = {pixels.width, pixels.height},
                                 .bands = bands,
                                 .meaning = ogr::BandMeaning::Colors,
                                 .samples = bands_of_pixels(pixels, bands),
                                 .no_data = parsed.null_value,
                                 .geo_transform = {},
                                 .crs = {},
                                 .options = parsed.options};
    return first_of(module_of(parsed.driver).write_raster(std::move(document)));
}

ogr::Files encode_by_gdal(image::BitmapView const& pixels, GdalFormat const& format,
                          Viewport const& view, Services const& services)
{
    std::size_t const bands = format.has_alpha ? 4 : 3;
    return written({.bands = bands,
                    .meaning = ogr::BandMeaning::Colors,
                    .samples = bands_of_pixels(pixels, bands),
                    .no_data = format.null_value},
                   format, view, services);
}

ogr::Files write_values(std::vector<std::byte> values, GdalFormat const& format,
                        Viewport const& view, Services const& services)
{
    return written({.type = format.type,
                    .bands = format.bands,
                    .samples = std::move(values),
                    .no_data = format.null_value},
                   format, view, services);
}

void put_files(ogr::Files files, MapImage& image)
{
    image.document = std::move(files.front().bytes);
    files.erase(files.begin());
    image.companions = std::move(files);
}

} // namespace ms::render
