// SPDX-License-Identifier: MIT
#include "render/core/output.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/trace.hpp"
#include "image/encoder.hpp"
#include "image/gzip.hpp"
#include "image/packing.hpp"
#include "image/quantize.hpp"
#include "mapfile/resolve.hpp"
#include "mapfile/text_file.hpp"
#include "ogr/load.hpp"
#include "paint/canvas.hpp"
#include "render/core/feature_document.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/kml_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace ms::render {

namespace {

/// The formats MapServer always offers, in its order. Those this build cannot write are left out.
struct BuiltIn {
    std::string_view name;
    std::string_view driver;
    std::string_view mime_type;
};
constexpr std::array built_ins{
    BuiltIn{"png", "AGG/PNG", "image/png"},
    BuiltIn{"jpeg", "AGG/JPEG", "image/jpeg"},
    BuiltIn{"png8", "AGG/PNG8", "image/png; mode=8bit"},
    BuiltIn{"png24", "AGG/PNG", "image/png; mode=24bit"},
    BuiltIn{"jpegpng", "AGG/MIXED", "image/vnd.jpeg-png"},
    BuiltIn{"jpegpng8", "AGG/MIXED", "image/vnd.jpeg-png8"},
    BuiltIn{"pdf", "CAIRO/PDF", "application/x-pdf"},
    BuiltIn{"svg", "CAIRO/SVG", "image/svg+xml"},
    BuiltIn{"cairopng", "CAIRO/PNG", "image/png; mode=24bit"},
    BuiltIn{"GTiff", "GDAL/GTiff", "image/tiff"},
    BuiltIn{"kml", "KML", "application/vnd.google-earth.kml+xml"},
    BuiltIn{"kmz", "KMZ", "application/vnd.google-earth.kmz"},
    BuiltIn{"mvt", "MVT", "application/vnd.mapbox-vector-tile"},
    BuiltIn{"mvtxprotobuf", "MVT", "application/x-protobuf"},
    BuiltIn{"json", "UTFGRID", "application/json"},
};

/// FORMATOPTIONs that something here, in the plan or in ows/ heeds.
constexpr std::array<std::string_view, 21> used_options{
    "GAMMA",          "QUALITY",
    "OPTIMIZED",      "COMPRESSION",
    "QUANTIZE_FORCE", "QUANTIZE_COLORS",
    "PALETTED",       "PALETTE",
    "PALETTE_FORCE",  "COMPRESSED_OUTPUT",
    "OPAQUE_FORMAT",  "ATTACHMENT",
    "FILE",           "TRANSPARENT_FORMAT",
    "LOSSLESS",       "MAXFEATURESTODRAW",
    "UTFRESOLUTION",  "DUPLICATES",
    "EXTENT",         "EDGE_BUFFER",
    "TIMESTAMP", // KMZs have no times
};

/// A painter with an encoder of its pixels or a document it writes itself.
struct Driver {
    paint::CanvasKind const* canvas = nullptr;
    image::Encoder const* encoder = nullptr; ///< of MIXED: the encoder of opaque images
    paint::DocumentFormat const* document = nullptr;
    bool is_mixed = false; ///< AGG/MIXED: JPEG or, when anything is transparent, PNG
    bool is_gdal = false;  ///< GDAL encodes
    FeatureDocument const* features = nullptr;

    [[nodiscard]] std::string_view mime_type() const noexcept
    {
        return features != nullptr  ? features->mime_type
               : encoder != nullptr ? encoder->mime_type
                                    : document->mime_type;
    }
    [[nodiscard]] std::string_view extension() const noexcept
    {
        return features != nullptr  ? features->extension
               : encoder != nullptr ? encoder->extension
                                    : document->extension;
    }
};

/// Splits "AGG/PNG"; nullopt if this build lacks either half.
std::optional<Driver> find_driver(std::string_view text)
{
    if (auto const* const features = find_feature_document(text)) {
        return Driver{.canvas = paint::find_canvas("AGG"), .features = features};
    }
    auto const slash = text.find('/');
    if (slash == std::string_view::npos) {
        return std::nullopt;
    }
    auto canvas = text.substr(0, slash);
    auto encoder = text.substr(slash + 1);
    // Our encoders replace GDAL's drivers, which mapfiles may name.
    if (equals_ignoring_case(canvas, "GDAL")) {
        canvas = "AGG";
        if (image::find_encoder(encoder) == nullptr || equals_ignoring_case(encoder, "PNG8")) {
            return ogr::has_module() ? std::optional{Driver{.canvas = paint::find_canvas(canvas),
                                                            .is_gdal = true}}
                                     : std::nullopt;
        }
    }
    // MapServer quietly replaces all of the long gone GD drivers by AGG/PNG8; here GD/JPEG stays
    // JPEG.
    if (equals_ignoring_case(canvas, "GD")) {
        canvas = "AGG";
        encoder = equals_ignoring_case(encoder, "JPEG") ? encoder : "PNG8";
    }
    auto const* const kind = paint::find_canvas(canvas);
    if (kind == nullptr) {
        return std::nullopt;
    }
    for (auto const& document : kind->documents) {
        if (equals_ignoring_case(document.name, encoder)) {
            return Driver{.canvas = kind, .document = &document};
        }
    }
    if (equals_ignoring_case(encoder, "MIXED")) {
        return Driver{.canvas = kind, .encoder = image::find_encoder("JPEG"), .is_mixed = true};
    }
    auto const* const found = image::find_encoder(encoder);
    return found == nullptr ? std::nullopt : std::optional{Driver{kind, found}};
}

Driver driver_of(mapfile::OutputFormat const& format)
{
    auto const driver = find_driver(format.driver);
    if (!driver) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("output format \"{}\": the driver {} is not supported", format.name,
                                format.driver)};
    }
    return *driver;
}

/// A format without NAME redefines the built-in one of its driver.
std::string_view default_name(std::string_view driver)
{
    auto const* const row = std::ranges::find_if(built_ins, [&](BuiltIn const& built_in) {
        return equals_ignoring_case(built_in.driver, driver);
    });
    return row == built_ins.end() ? std::string_view{} : row->name;
}

/// Fills in the driver's defaults, and resolves the files that options name.
mapfile::OutputFormat with_defaults(mapfile::Map const& map, mapfile::OutputFormat format)
{
    if (format.name.empty()) {
        format.name = default_name(format.driver);
    }
    if (auto const* const palette = format.options.find("PALETTE")) {
        format.options.set("PALETTE", mapfile::map_path(map, *palette).string());
    }
    if (auto const driver = find_driver(format.driver)) {
        auto const type = driver->is_gdal
                              ? gdal_file_type(std::string_view{format.driver}.substr(5))
                              : GdalFileType{driver->mime_type(), driver->extension()};
        if (format.mime_type.empty()) {
            format.mime_type = type.mime_type;
        }
        if (format.extension.empty()) {
            format.extension = type.extension;
        }
        if (parse_kml_format(format).is_zipped && format.options.find("ATTACHMENT") == nullptr) {
            format.options.set("ATTACHMENT", "mapserver.kmz"); // as in MapServer
        }
    }
    return format;
}

bool has_name(std::vector<mapfile::OutputFormat> const& formats, std::string_view name)
{
    return std::ranges::any_of(
        formats, [&](auto const& format) { return equals_ignoring_case(format.name, name); });
}

int int_option(mapfile::OutputFormat const& format, std::string_view key, int otherwise, int min,
               int max)
{
    auto const* const text = format.options.find(key);
    auto const value = text == nullptr ? std::nullopt : parse_int(*text);
    return value ? std::clamp(*value, min, max) : otherwise;
}

bool bool_option(mapfile::OutputFormat const& format, std::string_view key, bool otherwise)
{
    auto const* const text = format.options.find(key);
    if (text == nullptr) {
        return otherwise;
    }
    return equals_ignoring_case(*text, "ON") || equals_ignoring_case(*text, "YES") ||
           equals_ignoring_case(*text, "TRUE");
}

/// FORMATOPTION "COMPRESSION=n"; nullopt: AUTO. As in MapServer another word is an error.
std::optional<int> compression_of(mapfile::OutputFormat const& format)
{
    auto const* const text = format.options.find("COMPRESSION");
    if (text == nullptr || equals_ignoring_case(*text, "AUTO")) {
        return std::nullopt;
    }
    auto const value = parse_int(*text);
    if (!value || *value < 0 || *value > 9) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("output format \"{}\": FORMATOPTION \"COMPRESSION={}\" is not a "
                                "number from 0 to 9, or AUTO",
                                format.name, *text)};
    }
    return *value;
}

/// FORMATOPTION "PALETTED=ON", OFF or AUTO, which MapServer does not know; else its QUANTIZE_FORCE.
image::PaletteUse palette_use_of(mapfile::OutputFormat const& format)
{
    auto const* const text = format.options.find("PALETTED");
    if (text == nullptr) {
        return bool_option(format, "QUANTIZE_FORCE", false) ? image::PaletteUse::Always
                                                            : image::PaletteUse::Never;
    }
    if (equals_ignoring_case(*text, "AUTO")) {
        return image::PaletteUse::Exact;
    }
    if (equals_ignoring_case(*text, "OFF")) {
        return image::PaletteUse::Never;
    }
    if (equals_ignoring_case(*text, "ON")) {
        return image::PaletteUse::Always;
    }
    throw Error{ErrorKind::BadMapfile,
                fmt::format("output format \"{}\": FORMATOPTION \"PALETTED={}\" is not AUTO, ON or "
                            "OFF",
                            format.name, text->substr(0, 40))};
}

/// FORMATOPTION "PALETTE_FORCE=ON" with "PALETTE=file"; of DRIVER AGG/PNG only, as MapServer.
std::vector<image::Color> palette_of(mapfile::OutputFormat const& format)
{
    auto const* const path = format.options.find("PALETTE");
    if (!bool_option(format, "PALETTE_FORCE", false)) {
        return {};
    }
    if (path == nullptr) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("output format \"{}\": FORMATOPTION \"PALETTE_FORCE\" needs "
                                "\"PALETTE=file\"",
                                format.name)};
    }
    constexpr std::size_t max_bytes = 64 * 1024;
    try {
        return image::parse_palette(mapfile::read_text_file(*path, max_bytes));
    } catch (Error const& error) {
        throw Error{
            ErrorKind::BadMapfile,
            fmt::format("output format \"{}\": PALETTE \"{}\": {}", format.name,
                        std::filesystem::path{*path}.filename().string(),
                        error.kind() == ErrorKind::Source ? error.what() : "cannot be read")};
    }
}

image::EncodeOptions encode_options(mapfile::OutputFormat const& format, Driver const& driver,
                                    Encoding const& encoding)
{
    image::EncodeOptions options;
    options.has_alpha = is_transparent(format);
    options.compression = compression_of(format);
    options.effort = encoding.effort;
    options.quality = int_option(format, "QUALITY", options.quality, 1, 100);
    options.is_lossless = bool_option(format, "LOSSLESS", false);
    if (format.options.find("OPTIMIZED") != nullptr) {
        options.is_optimized = bool_option(format, "OPTIMIZED", true);
    }
    options.palette_use = palette_use_of(format);
    options.max_colors = int_option(format, "QUANTIZE_COLORS", options.max_colors, 2, 256);
    if (driver.encoder != nullptr && driver.encoder->name == "PNG") {
        options.palette = palette_of(format);
    }
    options.dpi = encoding.dpi;
    return options;
}

bool has_transparent_pixel(image::BitmapView const& image) noexcept
{
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
        if (image.pixels[i] != 255) {
            return true;
        }
    }
    return false;
}

/// A document as it is sent: FORMATOPTION "COMPRESSED_OUTPUT=TRUE" makes an SVG an SVGZ.
std::vector<std::uint8_t> packed(std::vector<std::uint8_t> document,
                                 mapfile::OutputFormat const& format)
{
    return bool_option(format, "COMPRESSED_OUTPUT", false) ? image::gzip(document) : document;
}

} // namespace

std::vector<mapfile::OutputFormat> output_formats(mapfile::Map const& map)
{
    std::vector<mapfile::OutputFormat> formats;
    for (auto const& format : map.output_formats) {
        formats.push_back(with_defaults(map, format));
    }
    for (auto const& row : built_ins) {
        if (!has_name(formats, row.name) && find_driver(row.driver)) {
            mapfile::OutputFormat format;
            format.name = row.name;
            format.driver = row.driver;
            format.mime_type = row.mime_type;
            if (row.name == "jpegpng8") {
                format.options.set("TRANSPARENT_FORMAT", "png8");
            }
            formats.push_back(with_defaults(map, std::move(format)));
        }
    }
    return formats;
}

mapfile::OutputFormat find_output_format(mapfile::Map const& map, std::string_view name)
{
    auto const formats = output_formats(map);
    if (name.empty()) {
        name = map.image_type;
    }
    if (name.empty()) {
        return formats.front();
    }
    // Names first: several formats may share a MIME type, and drivers serve as names in old
    // mapfiles.
    for (auto const member : {&mapfile::OutputFormat::name, &mapfile::OutputFormat::mime_type,
                              &mapfile::OutputFormat::driver}) {
        auto const found = std::ranges::find_if(formats, [&](auto const& format) {
            return equals_ignoring_case(format.*member, name);
        });
        if (found != formats.end()) {
            return *found;
        }
    }
    throw Error{ErrorKind::BadRequest, fmt::format("there is no output format \"{}\"", name)};
}

std::string_view document_of(mapfile::OutputFormat const& format)
{
    auto const driver = driver_of(format);
    return driver.document != nullptr ? driver.document->name : std::string_view{};
}

bool writes_features(mapfile::OutputFormat const& format)
{
    return find_feature_document(format.driver) != nullptr;
}

bool is_supported(mapfile::OutputFormat const& format)
{
    return find_driver(format.driver).has_value();
}

paint::CanvasKind const& canvas_of(mapfile::OutputFormat const& format)
{
    return *driver_of(format).canvas;
}

mapfile::OutputFormat chosen_format(mapfile::Map const& map, mapfile::OutputFormat const& format,
                                    MapImage const& image)
{
    if (!driver_of(format).is_mixed) {
        return format;
    }
    bool const has_alpha = has_transparent_pixel(image.bitmap.view());
    auto const* const name =
        format.options.find(has_alpha ? "TRANSPARENT_FORMAT" : "OPAQUE_FORMAT");
    auto chosen = find_output_format(map, name != nullptr ? *name : has_alpha ? "png" : "jpeg");
    if (has_alpha) {
        chosen.transparent = true;
    }
    return chosen;
}

namespace {

/// How hard the encoder tries, for the trace.
std::string_view note_packing(Driver const& driver, image::BitmapView const& pixels,
                              image::EncodeOptions const& options, Trace* trace)
{
    if (trace == nullptr || driver.encoder == nullptr) {
        return {};
    }
    auto const name = image::packing_name(driver.encoder->name, pixels, options);
    if (!name.empty()) {
        trace->add(name == "fast" ? Counter::FastImages : Counter::PackedImages, 1);
    }
    return name;
}

} // namespace

std::vector<std::uint8_t> encode(MapImage const& image, mapfile::OutputFormat const& format,
                                 Encoding const& encoding)
{
    // A vector tile without features is an empty document.
    if (image.document.empty() && image.bitmap.width() > 0) {
        return encode(image.bitmap.view(), format, encoding);
    }
    Timed const timed{encoding.trace, Stage::Encode};
    return packed(image.document, format);
}

std::vector<std::uint8_t> encode(image::BitmapView const& pixels,
                                 mapfile::OutputFormat const& format, Encoding const& encoding)
{
    auto const driver = driver_of(format);
    if (is_gdal_format(format)) {
        return encode_by_gdal(pixels, format);
    }
    if (writes_features(format)) {
        throw Error{ErrorKind::BadRequest,
                    fmt::format("{} is of features, not of images", format.driver)};
    }
    if (driver.document != nullptr) {
        auto const canvas = driver.canvas->make(
            {.width = pixels.width, .height = pixels.height, .document = driver.document->name});
        canvas->draw_image(pixels, {0, 0}, 1);
        return packed(canvas->finish_document(), format);
    }
    auto const options = encode_options(format, driver, encoding);
    Timed const timed{encoding.trace, Stage::Encode,
                      note_packing(driver, pixels, options, encoding.trace)};
    return driver.encoder->encode(pixels, options);
}

void note_unused_options(mapfile::Map const& map, mapfile::OutputFormat const& format,
                         std::vector<std::string>& notes)
{
    if (is_gdal_format(format)) {
        return; // creation options, which GDAL checks
    }
    for (auto const& [key, value] : format.options.entries) {
        if (std::ranges::none_of(used_options, [&](std::string_view known) {
                return equals_ignoring_case(known, key);
            })) {
            notes.push_back(fmt::format("{}: OUTPUTFORMAT \"{}\": FORMATOPTION \"{}={}\" has no "
                                        "effect",
                                        map.where(format.at), format.name, key, value));
        }
    }
}

} // namespace ms::render
