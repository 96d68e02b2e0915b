// SPDX-License-Identifier: MIT
#include "ows/wcs/coverage.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/offered_systems.hpp"
#include "ows/wcs/wcs_exception.hpp"
#include "source/raster/files.hpp"
#include "source/raster/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::ows::wcs {

namespace {

constexpr std::string_view in_metadata = "msWCSGetCoverageMetadata()";
constexpr std::size_t max_bands = 1000;

bool is_offered(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view operation)
{
    return source::raster::is_raster(layer) && is_enabled(map, layer, operation, Service::Wcs);
}

[[noreturn]] void refuse(mapfile::Layer const& layer, std::string_view why)
{
    throw WcsException{"NoApplicableCode", "mapserv", in_metadata,
                       fmt::format("Coverage \"{}\": {}", layer.name, why)};
}

/// Two numbers of METADATA; nullopt if it is missing.
std::optional<std::array<double, 2>> pair(mapfile::Layer const& layer, std::string_view key)
{
    auto const* const text = find_of(Service::Wcs, layer.metadata, key);
    if (text == nullptr) {
        return std::nullopt;
    }
    auto const words = split_words(*text);
    std::array<double, 2> numbers{};
    for (std::size_t i = 0; i < numbers.size() && words.size() == numbers.size(); ++i) {
        numbers[i] = std::abs(parse_double(words[i]).value_or(0));
    }
    if (!(numbers[0] > 0) || !(numbers[1] > 0) || !std::isfinite(numbers[0] + numbers[1])) {
        refuse(layer, fmt::format("wcs_{} is not two numbers", key));
    }
    return numbers;
}

int pixels(mapfile::Layer const& layer, double count)
{
    constexpr double max_pixels = 1e9;
    if (!(count >= 0.5) || count > max_pixels) {
        refuse(layer, "its size is not a number of pixels");
    }
    return static_cast<int>(std::lround(count));
}

raster::SampleType type_of(std::string_view mode)
{
    return starts_with_ignoring_case(mode, "BYTE")    ? raster::SampleType::Byte
           : starts_with_ignoring_case(mode, "INT16") ? raster::SampleType::Int16
                                                      : raster::SampleType::Float32;
}

void describe_by_metadata(Coverage& coverage, geometry::Box const& extent)
{
    auto const& layer = *coverage.layer;
    coverage.extent = extent;
    double const width = extent.max_x - extent.min_x;
    double const height = extent.max_y - extent.min_y;
    auto const size = pair(layer, "size");
    auto const resolution = pair(layer, "resolution");
    coverage.cell_x = resolution ? (*resolution)[0] : width / (*size)[0];
    coverage.cell_y = resolution ? (*resolution)[1] : height / (*size)[1];
    coverage.size = {pixels(layer, size ? (*size)[0] : width / coverage.cell_x),
                     pixels(layer, size ? (*size)[1] : height / coverage.cell_y)};
    if (auto const text = value_of(coverage, "bandcount"); !text.empty()) {
        auto const count = parse_int(trim(text));
        if (!count || *count < 1 || static_cast<std::size_t>(*count) > max_bands) {
            refuse(layer, "wcs_bandcount is not a number of bands");
        }
        coverage.bands = static_cast<std::size_t>(*count);
    }
    coverage.type = type_of(value_of(coverage, "imagemode"));
}

void describe_by_file(Coverage& coverage, Call const& call)
{
    auto const& layer = *coverage.layer;
    if (!layer.tile_index.empty()) {
        refuse(layer, "a layer with TILEINDEX needs wcs_extent and wcs_size or wcs_resolution");
    }
    auto const files = source::raster::files_of(*call.map, layer, std::nullopt, call.services);
    if (files.empty()) {
        refuse(layer, "its file is missing");
    }
    auto const opened =
        source::raster::open_file(*call.map, layer, files.front().path, call.services);
    auto const& header = opened.file->header();
    auto const& t = opened.to_world;
    coverage.is_from_file = true;
    coverage.driver = header.driver;
    coverage.size = header.levels.front();
    coverage.bands = header.bands.size();
    auto const type = header.bands.front().type;
    coverage.type = type == raster::SampleType::Byte || type == raster::SampleType::Int16
                        ? type
                        : raster::SampleType::Float32;
    coverage.cell_x = std::hypot(t[1], t[4]);
    coverage.cell_y = std::hypot(t[2], t[5]);
    coverage.extent = *source::raster::open(*call.map, layer, call.services)->extent();
}

} // namespace

std::vector<std::size_t> coverage_layers(mapfile::Map const& map, std::string_view operation)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        if (is_offered(map, map.layers[i], operation)) {
            found.push_back(i);
        }
    }
    return found;
}

std::optional<std::size_t> find_coverage(mapfile::Map const& map, std::string_view name,
                                         std::string_view operation)
{
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        auto const& layer = map.layers[i];
        if ((equals_ignoring_case(layer.name, name) ||
             equals_ignoring_case(old_name(layer), name)) &&
            is_offered(map, layer, operation)) {
            return i;
        }
    }
    return std::nullopt;
}

std::string_view old_name(mapfile::Layer const& layer)
{
    auto const* const name = find_of(Service::Wcs, layer.metadata, "name");
    return name == nullptr ? std::string_view{layer.name} : std::string_view{*name};
}

std::vector<std::string> systems_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto systems = offered_systems(map, layer.metadata, layer.projection, Service::Wcs);
    return systems.empty() ? offered_systems(map, map.web.metadata, map.projection, Service::Wcs)
                           : systems;
}

Coverage coverage_of(Call const& call, std::size_t index)
{
    auto const& map = *call.map;
    auto const& layer = map.layers[index];
    auto const systems = systems_of(map, layer);
    if (systems.empty()) {
        refuse(layer, "its CRS is unknown; wcs_srs sets it");
    }
    auto const place = extent_of(call, layer, Service::Wcs);
    Coverage coverage{.index = index,
                      .layer = &layer,
                      .system_name = systems.front(),
                      .system =
                          place ? place->system : crs::parse(systems.front(), {map.proj_data()}),
                      .extent = {},
                      .size = {}};
    auto const* const extent = find_of(Service::Wcs, layer.metadata, "extent");
    bool const has_grid = find_of(Service::Wcs, layer.metadata, "size") != nullptr ||
                          find_of(Service::Wcs, layer.metadata, "resolution") != nullptr;
    if (extent == nullptr || !has_grid) {
        describe_by_file(coverage, call);
        return coverage;
    }
    auto const box = parse_extent(*extent);
    if (!box) {
        refuse(layer, "wcs_extent is not four numbers");
    }
    describe_by_metadata(coverage, *box);
    return coverage;
}

geometry::Box geographic_extent(Coverage const& coverage)
{
    if (coverage.degrees) {
        return *coverage.degrees;
    }
    BoxTransformer boxes;
    auto const box = boxes.transform({coverage.extent, coverage.system}, boxes.system("EPSG:4326"));
    if (!box) {
        refuse(*coverage.layer, "its extent has no place on the globe");
    }
    return *box;
}

bool is_north_first(std::string_view system_name, crs::Definition const& system)
{
    return system.authority_code() == system_name
               ? system.is_axis_inverted()
               : crs::parse(system_name, {system.proj_data()}).is_axis_inverted();
}

std::string_view value_of(Coverage const& coverage, std::string_view key)
{
    return ows::value_of(Service::Wcs, coverage.layer->metadata, key);
}

std::vector<std::string> band_names(Coverage const& coverage)
{
    std::vector<std::string> names;
    for (auto const word : split_words(value_of(coverage, "band_names"))) {
        names.emplace_back(word);
    }
    if (names.size() >= coverage.bands) {
        names.resize(coverage.bands);
        return names;
    }
    auto const prefix = value_of(coverage, "rangeset_axes").empty() ? "band" : "Band";
    if (coverage.bands == 1 && !coverage.is_from_file && prefix[0] == 'b') {
        return {"band"};
    }
    for (std::size_t i = names.size(); i < coverage.bands; ++i) {
        names.push_back(prefix + std::to_string(i + 1));
    }
    return names;
}

} // namespace ms::ows::wcs
