// SPDX-License-Identifier: MIT
#include "ows/wfs/formats.hpp"

#include "base/string.hpp"
#include "ogr/load.hpp"
#include "ows/common/metadata.hpp"
#include "ows/features/vector_format.hpp"
#include "ows/wfs/format_list.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

namespace {

struct GmlName {
    std::string_view name;
    Gml gml;
};

constexpr std::array gml_names{
    GmlName{"GML2", Gml::V212},
    GmlName{"text/xml; subtype=gml/2.1.2", Gml::V212},
    GmlName{"GML3", Gml::V311},
    GmlName{"text/xml; subtype=gml/3.1.1", Gml::V311},
    GmlName{"GML32", Gml::V321},
    GmlName{"text/xml; subtype=gml/3.2.1", Gml::V321},
    GmlName{"text/xml; subtype=\"gml/3.2.1\"", Gml::V321},
    GmlName{"application/gml+xml; version=3.2", Gml::V321},
};

/// Unless the map has an OUTPUTFORMAT for it.
constexpr std::array<std::string_view, 5> geojson_names{
    "geojson", "json", geojson_type, "application/json", "application/json; subtype=geojson"};

std::string_view type_of(Gml gml)
{
    switch (gml) {
    case Gml::V212:
        return "text/xml; subtype=gml/2.1.2; charset=UTF-8";
    case Gml::V311:
        return "text/xml; subtype=gml/3.1.1; charset=UTF-8";
    case Gml::V321:
        break;
    }
    return "text/xml; subtype=\"gml/3.2.1\"; charset=UTF-8";
}

/// Blanks around the ';' are ignored: clients write "text/xml;subtype=gml/3.1.1" as well.
std::string without_blanks(std::string_view text)
{
    std::string result{text};
    std::erase(result, ' ');
    return result;
}

bool is_same(std::string_view a, std::string_view b)
{
    return equals_ignoring_case(without_blanks(a), without_blanks(b));
}

} // namespace

bool is_template(mapfile::OutputFormat const& format)
{
    return equals_ignoring_case(format.driver, "TEMPLATE");
}

std::vector<mapfile::OutputFormat const*> file_formats(mapfile::Map const& map,
                                                       mapfile::Layer const& layer)
{
    auto formats = listed_formats(map, layer);
    bool const has_gdal = ogr::has_module(); // an installation may be without it
    std::erase_if(formats, [&](mapfile::OutputFormat const* format) {
        return !(is_vector_file(*format) && has_gdal) && !is_template(*format);
    });
    return formats;
}

bool has_geojson(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const* const list = format_list(map, layer);
    auto const is_name = [](std::string const& name) {
        return equals_ignoring_case(name, "geojson");
    };
    bool const is_listed = list == nullptr || std::ranges::any_of(split_list(*list), is_name);
    return is_listed &&
           std::ranges::none_of(map.output_formats, is_name, &mapfile::OutputFormat::name);
}

std::optional<Format> find_gml_format(std::string_view name, Version version)
{
    if (trim(name).empty()) {
        auto const gml = version == Version::V100   ? Gml::V212
                         : version == Version::V110 ? Gml::V311
                                                    : Gml::V321;
        return Format{.gml = gml,
                      .content_type = version == Version::V100 ? "text/xml; charset=UTF-8"
                                                               : std::string{type_of(gml)}};
    }
    auto const* const row = std::ranges::find_if(
        gml_names, [&](GmlName const& known) { return is_same(known.name, name); });
    if (row == gml_names.end()) {
        return std::nullopt;
    }
    return Format{.gml = row->gml,
                  .content_type = version == Version::V100 ? "text/xml; charset=UTF-8"
                                                           : std::string{type_of(row->gml)}};
}

Format find_format(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view name,
                   Version version)
{
    if (auto gml = find_gml_format(name, version)) {
        return *gml;
    }
    for (auto const* const format : file_formats(map, layer)) {
        if (is_same(format->name, name) || is_same(format->mime_type, name)) {
            return {.kind = is_template(*format) ? FormatKind::Template : FormatKind::File,
                    .file = format};
        }
    }
    bool const is_geojson = std::ranges::any_of(
        geojson_names, [&](std::string_view known) { return is_same(known, name); });
    if (is_geojson && has_geojson(map, layer)) {
        return {.kind = FormatKind::GeoJson, .content_type = std::string{geojson_type}};
    }
    throw WfsException{invalid_value, "outputformat", in_get_feature,
                       "'" + std::string{name.substr(0, 200)} +
                           "' is not a permitted output format for layer '" + layer.name +
                           "', review wfs_getfeature_formatlist setting."};
}

Format answer_format(mapfile::Map const& map, Request const& request,
                     std::span<std::size_t const> layers)
{
    auto const& name = request.output_format;
    if (auto gml = find_gml_format(name, request.version)) {
        return *gml;
    }
    auto const start = "'" + name.substr(0, 200) + "' is not a permitted output format";
    if (request.operation == "GetPropertyValue") {
        throw WfsException{invalid_value, "outputformat", "msWFSGetPropertyValue()",
                           start + " for GetPropertyValue request."};
    }
    if (layers.empty()) {
        throw WfsException{invalid_value, "outputformat", in_get_feature, start + "."};
    }
    std::optional<Format> format;
    for (auto const layer : layers) {
        auto const own = find_format(map, map.layers[layer], name, request.version);
        format = format.value_or(own);
    }
    return *format;
}

} // namespace ms::ows::wfs
