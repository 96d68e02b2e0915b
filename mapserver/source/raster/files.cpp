// SPDX-License-Identifier: MIT
#include "source/raster/files.hpp"

#include "base/string.hpp"
#include "base/trace.hpp"
#include "mapfile/condition.hpp"
#include "mapfile/missing_data.hpp"
#include "ogr/load.hpp"
#include "source/layer_error.hpp"
#include "source/raster/direct_file.hpp"
#include "source/raster/tile_index.hpp"
#include "source/registry.hpp"
#include "source/shapefile/error_context.hpp"

#include <array>
#include <fstream>
#include <utility>

namespace ms::source::raster {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_files = 100'000; // of one image

[[noreturn]] void fail(mapfile::Map const& map, mapfile::Layer const& layer, ErrorKind kind,
                       std::string const& what, std::string const& public_cause)
{
    auto const at = map.where(layer.data.empty() ? layer.at : layer.data_at);
    throw LayerError{kind, "layer \"" + layer.name + "\": " + what + " (" + at + ")", layer.name,
                     public_cause};
}

/// Only files on disk: names that GDAL reads as URLs of databases and services are not.
fs::path find_raster(std::vector<fs::path> const& folders, std::string const& name)
{
    for (auto const& folder : folders) {
        std::error_code ignored;
        auto path = fs::absolute(folder / name, ignored); // absolute names drop the folder
        if (fs::is_regular_file(path, ignored) && !path.native().starts_with("/vsi")) {
            return path;
        }
    }
    return {};
}

/// Files that an index names but that are not there: one line of the log for all.
class MissingFiles {
public:
    void add(std::string const& name)
    {
        if (m_count == 0) {
            m_first = name;
        }
        ++m_count;
    }
    [[nodiscard]] std::size_t count() const noexcept { return m_count; }

    void write(Log& log, mapfile::Map const& map, mapfile::Layer const& layer) const
    {
        if (m_count > 0) {
            auto const others =
                m_count > 1 ? ", and " + std::to_string(m_count - 1) + " more" : std::string{};
            log.write(mapfile::level_of_missing_data(map),
                      "layer \"" + layer.name + "\": there is no raster file " + m_first + others);
        }
    }

private:
    std::size_t m_count = 0;
    std::string m_first;
};

void add_file(mapfile::Map const& map, mapfile::Layer const& layer,
              std::vector<fs::path> const& folders, std::string const& name, std::string const& crs,
              std::vector<RasterPath>& files, MissingFiles& missing)
{
    if (auto path = find_raster(folders, name); !path.empty()) {
        files.push_back({std::move(path), crs});
    } else if (mapfile::may_miss_data(map)) {
        missing.add(name);
    } else {
        fail(map, layer, ErrorKind::BadMapfile, "there is no raster file " + name,
             "its raster file is missing");
    }
}

std::vector<RasterPath> files_of_index(mapfile::Map const& map, mapfile::Layer const& layer,
                                       std::optional<geometry::Box> const& box,
                                       std::vector<fs::path> folders, Services const& services,
                                       expr::Expression const& filter)
{
    mapfile::Layer own;
    auto const& index = index_layer(map, layer, own);
    folders.push_back(folders.front() / fs::path{layer.tile_index}.parent_path());
    folders.push_back(folders[1] / fs::path{layer.tile_index}.parent_path());
    Query query{.kind = geometry::Kind::None, .box = box, .fields = {layer.tile_item}};
    bool const has_crs = !layer.tile_srs.empty();
    if (has_crs) {
        query.fields.push_back(layer.tile_srs);
    }
    query.filter =
        expr::both(filter, expr::both(map.expressions.condition(layer.filter, layer.filter_item),
                                      map.expressions.condition(index.filter, index.filter_item)));
    auto const source = open_source(map, index, services);
    auto const cursor = source->start(query);
    std::vector<RasterPath> files;
    MissingFiles missing;
    feature::FeatureBatch batch;
    while (cursor->next(batch)) {
        for (std::size_t row = 0; row < batch.size(); ++row) {
            auto name = std::string{batch.attributes[0][row]};
            if (!layer.data.empty()) {
                name += "/" + layer.data;
            }
            auto crs = has_crs ? std::string{batch.attributes[1][row]} : std::string{};
            if (has_crs && crs.empty()) {
                crs = "AUTO"; // that of the file
            }
            add_file(map, layer, folders, name, crs, files, missing);
        }
        if (files.size() + missing.count() > max_files) {
            fail(map, layer, ErrorKind::Limit, "TILEINDEX names too many files for one image",
                 general_cause(ErrorKind::Limit).data());
        }
    }
    missing.write(services.log, map, layer);
    return files;
}

/// WORLDFILE, a file or a folder, else the .wld beside the raster: pixel sizes, and the centre of
/// the upper left pixel. nullopt if it is missing or is not six numbers.
std::optional<ms::raster::GeoTransform>
world_file_of(mapfile::Map const& map, mapfile::Layer const& layer, fs::path const& raster)
{
    constexpr std::uintmax_t max_bytes = 65536;
    auto path = fs::path{raster}.replace_extension(".wld");
    std::error_code ignored;
    if (auto const name = layer.processing_value("WORLDFILE")) {
        auto const& directory = map.origin.directory;
        for (auto const& folder : {directory / map.shape_path, directory}) {
            auto const named = folder / *name;
            if (fs::is_directory(named, ignored)) {
                path = named / path.filename();
                break;
            }
            if (fs::is_regular_file(named, ignored)) {
                path = named;
                break;
            }
        }
    }
    if (!fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) > max_bytes) {
        return std::nullopt;
    }
    std::ifstream file{path};
    std::array<double, 6> n{};
    for (auto& number : n) {
        if (!(file >> number)) {
            return std::nullopt;
        }
    }
    return ms::raster::GeoTransform{n[4] - (n[0] + n[2]) / 2, n[0], n[2],
                                    n[5] - (n[1] + n[3]) / 2, n[1], n[3]};
}

ms::raster::GeoTransform transform_of(mapfile::Map const& map, mapfile::Layer const& layer,
                                      ms::raster::Header const& header, fs::path const& path)
{
    auto const [width, height] = header.levels.front();
    auto const priority = layer.processing_value("EXTENT_PRIORITY");
    if (priority && equals_ignoring_case(trim(*priority), "WORLD")) {
        if (auto const world = world_file_of(map, layer, path)) {
            return *world;
        }
    }
    ms::raster::GeoTransform const none{0, 1, 0, 0, 0, 1};
    if (header.geo_transform && *header.geo_transform != none) {
        return *header.geo_transform;
    }
    if (auto const world = world_file_of(map, layer, path)) {
        return *world;
    }
    auto const& extent = layer.extent;
    if (extent.is_set() && layer.tile_index.empty()) {
        return {extent.min_x,
                (extent.max_x - extent.min_x) / width,
                0,
                extent.max_y,
                0,
                (extent.min_y - extent.max_y) / height};
    }
    return {0, 1, 0, static_cast<double>(height), 0, -1};
}

/// \throws LayerError{Source} when this server has no GDAL, in one sentence
ms::ogr::Module const& load_gdal(mapfile::Map const& map, mapfile::Layer const& layer)
{
    constexpr std::string_view public_cause =
        "this server is installed without GDAL, which reads raster files";
    try {
        return ms::ogr::load_module();
    } catch (Error const& error) {
        fail(map, layer, ErrorKind::Source,
             ms::ogr::has_module() ? error.what()
                                   : "raster files are read by GDAL, whose module is not installed "
                                     "beside this program",
             std::string{public_cause});
    }
}

Lease leased(ms::ogr::Module const& module, mapfile::Layer const& layer, fs::path const& path,
             Paths const* sources, Services const& services)
{
    auto const closing = layer.processing_value("CLOSE_CONNECTION");
    bool const is_closed = closing && equals_ignoring_case(trim(*closing), "NORMAL");
    auto const open = [&](std::string const& name) {
        check_sidecars(path);
        return module.open_raster(name, sources != nullptr);
    };
    if (services.datasets == nullptr) {
        return Lease{open(path.string())};
    }
    auto& blocks = services.datasets->blocks();
    auto const open_for_lease = [&](std::string const& name) {
        return open_direct(name, open, blocks);
    };
    if (is_closed) {
        return Lease{open_for_lease(path.string())};
    }
    return services.datasets->lease(path, open_for_lease, services.deadline, sources);
}

void count_opening(Lease const& file, Services const& services)
{
    if (services.trace != nullptr) {
        services.trace->add(file.was_open() ? Counter::RasterReuses : Counter::RasterOpens, 1);
    }
}

} // namespace

std::vector<RasterPath> files_of(mapfile::Map const& map, mapfile::Layer const& layer,
                                 std::optional<geometry::Box> const& box, Services const& services,
                                 expr::Expression const& filter)
{
    auto const& directory = map.origin.directory;
    std::vector<fs::path> const folders{directory / map.shape_path, directory};
    if (!layer.tile_index.empty()) {
        return files_of_index(map, layer, box, folders, services, filter);
    }
    std::vector<RasterPath> files;
    MissingFiles missing;
    add_file(map, layer, folders, layer.data, {}, files, missing);
    missing.write(services.log, map, layer);
    return files;
}

std::shared_ptr<Paths const> sources_of(mapfile::Map const& map, mapfile::Layer const& layer,
                                        fs::path const& path, Services const& services)
{
    auto const& directory = map.origin.directory;
    Paths const roots{directory / map.shape_path, directory};
    try {
        if (services.datasets != nullptr) {
            return services.datasets->vrts().find(path, roots);
        }
        return is_vrt(path) ? std::make_shared<Paths const>(sources_of_vrt(path, roots)) : nullptr;
    } catch (Error const& error) {
        fail(map, layer, error.kind(), path.filename().string() + ": " + error.what(),
             error.what());
    }
}

std::string version_of_files(mapfile::Map const& map, mapfile::Layer const& layer,
                             Services const& services)
{
    std::string text;
    for (auto const& file : files_of(map, layer, std::nullopt, services)) {
        auto const sources = sources_of(map, layer, file.path, services);
        auto const stamps =
            services.datasets == nullptr
                ? RasterStamps::of(file.path, sources.get())
                : services.datasets->companions().stamps_of(file.path, sources.get());
        text += stamps.to_text();
    }
    return text;
}

OpenedRaster open_file(mapfile::Map const& map, mapfile::Layer const& layer, fs::path const& path,
                       Services const& services)
{
    auto const& module = load_gdal(map, layer);
    try {
        auto const sources = sources_of(map, layer, path, services);
        auto file = leased(module, layer, path, sources.get(), services);
        count_opening(file, services);
        auto const transform = transform_of(map, layer, file->header(), path);
        return {std::move(file), transform};
    } catch (Interrupted const&) {
        throw;
    } catch (LayerError const&) {
        throw;
    } catch (Error const& error) {
        fail(map, layer, error.kind(), path.filename().string() + ": " + error.what(),
             std::string{general_cause(ErrorKind::Source)});
    }
}

} // namespace ms::source::raster
