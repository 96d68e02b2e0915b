// SPDX-License-Identifier: MIT
#include "source/shapefile/source.hpp"

#include "base/string.hpp"
#include "base/to_utf8.hpp"
#include "source/shapefile/cursor.hpp"
#include "source/shapefile/shapefiles.hpp"

#include <fmt/format.h>

namespace ms::source::shapefile {

namespace {

ToUtf8 converter_of(std::string const& encoding)
{
    return encoding.empty() ? ToUtf8{} : ToUtf8::from(encoding).value_or(ToUtf8{});
}

/// ENCODING, else that of the .cpg if iconv supports it, else "".
std::string encoding_of(Dataset const& dataset, LayerContext const& context)
{
    auto const& requested = context.layer.encoding;
    if (!requested.empty()) {
        if (!ToUtf8::from(requested)) {
            throw context.context.error(ErrorKind::BadMapfile,
                                        "ENCODING \"" + requested + "\" is unknown");
        }
        return requested;
    }
    if (!dataset.encoding().empty() && !ToUtf8::from(dataset.encoding())) {
        context.services.log.write(LogLevel::Notice, "layer \"" + context.layer.name +
                                                         "\": the .cpg names an unknown encoding");
        return {};
    }
    return dataset.encoding();
}

char const* name_of(ShapeType type) noexcept
{
    switch (type) {
    case ShapeType::Null:
        return "null shapes";
    case ShapeType::Point:
        return "points";
    case ShapeType::PolyLine:
        return "polylines";
    case ShapeType::Polygon:
        return "polygons";
    case ShapeType::MultiPoint:
        return "multipoints";
    }
    return "";
}

} // namespace

bool has_shapefile(std::filesystem::path const& stem)
{
    std::error_code ignored;
    return std::filesystem::exists(stem.string() + ".shp", ignored) ||
           std::filesystem::exists(stem.string() + ".SHP", ignored);
}

std::filesystem::path find_stem(mapfile::Map const& map, std::string_view name)
{
    std::filesystem::path const written{name};
    auto bare = written;
    bare.replace_extension();
    auto const& directory = map.origin.directory;
    for (auto const& folder : {directory / map.shape_path, directory}) {
        for (auto const& path : {written, bare}) {
            // operator/ drops the folder before an absolute path.
            if (has_shapefile(folder / path)) {
                return folder / path;
            }
        }
    }
    return directory / bare;
}

Source::Source(std::shared_ptr<Dataset const> dataset, LayerContext context)
    : m_dataset(std::move(dataset)), m_context(std::move(context)),
      m_encoding(encoding_of(*m_dataset, m_context))
{
    auto to_utf8 = converter_of(m_encoding);
    for (auto const& column : m_dataset->table().fields) {
        m_schema.fields.push_back(column.field);
        m_schema.fields.back().name = to_utf8(column.field.name);
    }
}

std::optional<geometry::Box> Source::extent()
{
    auto const& box = m_dataset->header().box;
    return box.is_empty() ? std::nullopt : std::optional{box};
}

std::unique_ptr<FeatureCursor> Source::start(Query const& query)
{
    return std::make_unique<Cursor>(
        m_dataset, query, columns_of(query.fields), columns_of(query.filter.attributes()),
        converter_of(m_encoding), m_context.context, m_context.services.deadline,
        m_context.layer.connection_type == mapfile::ConnectionType::Ogr ? Conversion::AsOgr
                                                                        : Conversion::AsStored);
}

std::vector<std::size_t> Source::columns_of(std::span<std::string const> names) const
{
    std::vector<std::size_t> columns;
    for (auto const& name : names) {
        auto const column = m_schema.find(name);
        if (!column) {
            throw m_context.context.error(ErrorKind::BadMapfile,
                                          "the shapefile has no column \"" + name + "\"");
        }
        columns.push_back(*column);
    }
    return columns;
}

std::string Source::explain(Query const& query)
{
    std::string access = "scan";
    if (query.box && m_dataset->has_index()) {
        if (auto const candidates = m_dataset->candidates(*query.box)) {
            access = fmt::format("index, {} candidates", candidates->size());
        }
    }
    return fmt::format("shapefile of {} {}: {}{}", m_dataset->size(),
                       name_of(m_dataset->header().type), access,
                       query.filter.is_always_true() ? "" : ", FILTER evaluated here");
}

/// The index does not affect the rows, and the .cpg has been read.
std::optional<std::string> Source::version(DataVersions& /*versions*/)
{
    return m_dataset->shp().stamp().to_text() + '/' + m_dataset->dbf().stamp().to_text() + '/' +
           m_dataset->encoding();
}

namespace {

std::unique_ptr<FeatureSource> open_file(mapfile::Map const& map, mapfile::Layer const& layer,
                                         std::string_view name, mapfile::Position at,
                                         Services const& services)
{
    auto context = ErrorContext::layer(layer.name, map.where(at));
    auto dataset = open_dataset(find_stem(map, name), context, services.shapefiles);
    return std::make_unique<Source>(std::move(dataset),
                                    LayerContext{map, layer, services, std::move(context)});
}

bool is_named_shp(std::filesystem::path const& path)
{
    return equals_ignoring_case(path.extension().string(), ".shp");
}

} // namespace

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& services)
{
    return open_file(map, layer, layer.data, layer.data_at, services);
}

bool is_shapefile_of_ogr(mapfile::Layer const& layer)
{
    // Options are for GDAL, and so are its styles (shapefiles have none).
    if (layer.connection_type != mapfile::ConnectionType::Ogr || layer.connection.empty() ||
        equals_ignoring_case(layer.style_item, "auto") || layer.connection.starts_with('<') ||
        layer.connection.starts_with("/vsi") || !layer.connection_options.entries.empty() ||
        layer.processing_value("NATIVE_FILTER") || parse_int(layer.data) ||
        layer.data.find_first_of(" \t\r\n/") != std::string::npos) {
        return false;
    }
    std::filesystem::path const path{layer.connection};
    bool const may_be_folder = !path.has_extension() && !layer.data.empty() &&
                               layer.connection.find(':') == std::string::npos; // "PG:dbname=..."
    return is_named_shp(path) || may_be_folder;
}

std::unique_ptr<FeatureSource> open_of_ogr(mapfile::Map const& map, mapfile::Layer const& layer,
                                           Services const& services)
{
    std::filesystem::path const path{layer.connection};
    auto const file = is_named_shp(path) ? path : path / layer.data;
    return open_file(map, layer, file.string(), layer.connection_at, services);
}

} // namespace ms::source::shapefile
