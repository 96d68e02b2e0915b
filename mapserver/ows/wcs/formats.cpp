// SPDX-License-Identifier: MIT
#include "ows/wcs/formats.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/output.hpp"

#include <algorithm>

namespace ms::ows::wcs {

namespace {

/// The one that MapServer has without an OUTPUTFORMAT.
mapfile::OutputFormat geotiff()
{
    mapfile::OutputFormat format;
    format.name = "GTiff";
    format.driver = "GDAL/GTiff";
    format.mime_type = "image/tiff";
    format.extension = "tif";
    format.image_mode = mapfile::ImageMode::Rgb;
    return format;
}

/// One of the built-in formats that differ from png in their names only.
bool is_second_png(mapfile::Map const& map, mapfile::OutputFormat const& format)
{
    return format.mime_type == "image/png; mode=24bit" &&
           std::ranges::find(map.output_formats, format.name, &mapfile::OutputFormat::name) ==
               map.output_formats.end();
}

} // namespace

std::vector<mapfile::OutputFormat> coverage_formats(mapfile::Map const& map)
{
    auto formats = render::output_formats(map);
    std::erase_if(formats, [](mapfile::OutputFormat const& format) {
        return !render::is_supported(format) || render::writes_features(format) ||
               (!render::is_gdal_format(format) && !render::document_of(format).empty());
    });
    bool const has_tiff = std::ranges::any_of(formats, [](mapfile::OutputFormat const& format) {
        return equals_ignoring_case(format.name, "GTiff") || format.mime_type == "image/tiff";
    });
    if (!has_tiff) {
        formats.push_back(geotiff());
    }
    return formats;
}

std::vector<std::string> mime_types(mapfile::Map const& map)
{
    std::vector<std::string> types;
    for (auto const& format : coverage_formats(map)) {
        auto const& type = format.mime_type;
        if (!type.empty() && !is_second_png(map, format) &&
            std::ranges::find(types, type) == types.end()) {
            types.push_back(type);
        }
    }
    return types;
}

std::optional<mapfile::OutputFormat> find_format(mapfile::Map const& map, std::string_view text)
{
    auto const formats = coverage_formats(map);
    for (auto const member : {&mapfile::OutputFormat::name, &mapfile::OutputFormat::mime_type}) {
        auto const found = std::ranges::find_if(formats, [&](auto const& format) {
            return !text.empty() && equals_ignoring_case(format.*member, text);
        });
        if (found != formats.end()) {
            return *found;
        }
    }
    return equals_ignoring_case(text, "GTiff") ? std::optional{geotiff()} : std::nullopt;
}

std::vector<mapfile::OutputFormat> formats_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<mapfile::OutputFormat> formats;
    for (auto const word : split_words(value_of(Service::Wcs, layer.metadata, "formats"))) {
        if (auto format = find_format(map, word)) {
            format->name = word; // as the operator spells it
            formats.push_back(*std::move(format));
        }
    }
    if (formats.empty()) {
        formats.push_back(geotiff());
    }
    return formats;
}

std::string native_format(mapfile::Map const& map, Coverage const& coverage)
{
    if (auto const written = value_of(coverage, "native_format"); !written.empty()) {
        return std::string{written};
    }
    auto const writes_it = [&](mapfile::OutputFormat const& format) {
        auto const slash = format.driver.find('/');
        return slash != std::string::npos &&
               std::string_view{format.driver}.substr(slash + 1).starts_with(coverage.driver);
    };
    // As in MapServer: those of the mapfile, and that of its IMAGETYPE.
    for (auto const& format :
         coverage.driver.empty() ? std::vector<mapfile::OutputFormat>{} : coverage_formats(map)) {
        bool const is_of_map =
            std::ranges::find(map.output_formats, format.name, &mapfile::OutputFormat::name) !=
                map.output_formats.end() ||
            equals_ignoring_case(format.name, map.image_type);
        if (is_of_map && writes_it(format)) {
            return format.mime_type;
        }
    }
    return {};
}

} // namespace ms::ows::wcs
