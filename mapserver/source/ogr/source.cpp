// SPDX-License-Identifier: MIT
#include "source/ogr/source.hpp"

#include "base/string.hpp"
#include "mapfile/layer_kind.hpp"
#include "ogr/load.hpp"
#include "source/layer_error.hpp"
#include "source/ogr/cursor.hpp"
#include "source/ogr/file_version.hpp"
#include "source/ogr/vrt.hpp"

#include <filesystem>
#include <utility>

namespace ms::source::ogr {

namespace {

using mapfile::ConnectionType;
using ms::ogr::FeatureFile;
using ms::ogr::FileLayer;
using shapefile::ErrorContext;

bool is_flatgeobuf(mapfile::Layer const& layer)
{
    return layer.connection_type == ConnectionType::FlatGeobuf;
}

/// CONNECTION, or DATA for a FLATGEOBUF layer without CONNECTION.
std::string const& file_name(mapfile::Layer const& layer)
{
    return layer.connection.empty() ? layer.data : layer.connection;
}

bool is_inline_vrt(std::string const& connection)
{
    return trim(connection).starts_with("<OGRVRT");
}

/// The file below SHAPEPATH, else below the mapfile's folder; empty if it is not there. GDAL gets
/// no other name: names that it reads as URLs of databases and services are not files.
std::filesystem::path find_file(mapfile::Map const& map, std::string const& name)
{
    auto const& directory = map.origin.directory;
    for (auto const& folder : {directory / map.shape_path, directory}) {
        for (auto const* const extension : {"", ".fgb"}) {
            std::error_code ignored;
            auto path = folder / (name + extension); // the folder is dropped before absolute paths
            if (!path.native().starts_with("/vsi") && std::filesystem::exists(path, ignored)) {
                return std::filesystem::absolute(path, ignored);
            }
        }
    }
    return {};
}

/// "/vsizip/roads.zip/roads.shp": the longest part that is a file is the archive.
std::string find_in_archive(mapfile::Map const& map, std::string_view name)
{
    for (std::string_view const prefix : {"/vsizip/", "/vsitar/", "/vsigzip/"}) {
        if (!name.starts_with(prefix)) {
            continue;
        }
        auto const written = name.substr(prefix.size());
        for (auto end = written.size(); end != std::string_view::npos && end > 0;
             end = written.rfind('/', end - 1)) {
            auto const archive = find_file(map, std::string{written.substr(0, end)});
            std::error_code problem;
            if (std::filesystem::is_regular_file(archive, problem)) {
                return std::string{prefix} + archive.string() + std::string{written.substr(end)};
            }
        }
    }
    return {};
}

/// What GDAL opens; empty: nothing that may be opened.
std::string find_path(mapfile::Map const& map, std::string const& name)
{
    auto const file = find_file(map, name);
    return file.empty() ? find_in_archive(map, name) : file.string();
}

/// "roads.gpkg,1", as MapServer once wrote it: the number of the layer takes the place of DATA.
void drop_layer_number(mapfile::Map const& map, std::string& name, std::string& layer)
{
    auto const comma = name.rfind(',');
    if (comma == std::string::npos || !find_file(map, name).empty()) {
        return;
    }
    auto const number = name.substr(comma + 1);
    if (parse_int(number)) {
        layer = layer.empty() ? number : layer;
        name.resize(comma);
    }
}

class Source final : public FeatureSource {
public:
    /// \param kind of the layer, if collections are decided by it
    Source(FileLayer file, ErrorContext context, Services const& services, geometry::Kind kind)
        : m_name(std::move(file)), m_context(std::move(context)), m_services(services), m_kind(kind)
    {}

    feature::Schema const& schema() override
    {
        if (!m_schema) {
            m_schema = file().schema();
        }
        return *m_schema;
    }
    std::optional<geometry::Box> extent() override
    {
        auto const box = file().extent();
        return box && !box->is_empty() ? box : std::nullopt;
    }
    std::optional<std::int64_t> count() override { return file().count(); }
    [[nodiscard]] bool sorts() const noexcept override { return true; }
    std::optional<std::string> version(DataVersions& /*versions*/) override
    {
        return version_of(m_name);
    }

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        auto fields = columns_of(query.fields);
        auto filter_fields = columns_of(query.filter.attributes());
        if (!query.order.empty()) {
            m_file = opened(query.order);
        }
        (void)file();
        return std::make_unique<Cursor>(std::exchange(m_file, nullptr), query, std::move(fields),
                                        std::move(filter_fields), m_context, m_services.deadline,
                                        m_kind);
    }

    std::string explain(Query const& query) override
    {
        return file().description() +
               (query.filter.is_always_true() ? "" : ", FILTER evaluated here");
    }

private:
    [[nodiscard]] std::unique_ptr<FeatureFile> opened(std::span<Order const> order = {}) const
    {
        auto name = m_name;
        for (auto const& key : order) {
            name.order.push_back({key.field, key.is_descending});
        }
        try {
            return ms::ogr::load_module().open(name);
        } catch (Error const& error) {
            throw m_context.error(error.kind(), error.what(), error.where());
        }
    }

    /// Opened on first use, and again after a cursor has taken it: each cursor reads its own.
    FeatureFile& file()
    {
        if (!m_file) {
            m_file = opened();
        }
        return *m_file;
    }

    [[nodiscard]] std::vector<std::size_t> columns_of(std::span<std::string const> names)
    {
        std::vector<std::size_t> columns;
        for (auto const& name : names) {
            auto const column = schema().find(name);
            if (!column && equals_ignoring_case(name, style_field)) {
                columns.push_back(style_column);
                continue;
            }
            if (!column) {
                throw m_context.error(ErrorKind::BadMapfile,
                                      "the file has no attribute \"" + name + "\"");
            }
            columns.push_back(*column);
        }
        return columns;
    }

    FileLayer m_name;
    ErrorContext m_context;
    Services const& m_services;
    geometry::Kind m_kind;
    std::unique_ptr<FeatureFile> m_file; ///< null: not opened, or a cursor has it
    std::optional<feature::Schema> m_schema;
};

} // namespace

bool is_file(mapfile::Layer const& layer)
{
    bool const is_vector = layer.type != mapfile::LayerType::Raster;
    return is_vector &&
           ((layer.connection_type == ConnectionType::Ogr && !layer.connection.empty()) ||
            (is_flatgeobuf(layer) && !file_name(layer).empty()));
}

namespace {

ErrorContext context_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    bool const is_data = layer.connection.empty();
    return ErrorContext::layer(layer.name,
                               map.where(is_data ? layer.data_at : layer.connection_at));
}

/// \throws Error{BadMapfile}
FileLayer file_of(mapfile::Map const& map, mapfile::Layer const& layer, ErrorContext const& context)
{
    auto const condition = layer.processing_value("NATIVE_FILTER").value_or("");
    FileLayer file{.path = {},
                   .layer = is_flatgeobuf(layer) ? std::string{} : layer.data,
                   .condition = std::string{condition}};
    for (auto const& [name, value] : layer.connection_options.entries) {
        file.options.push_back(name + '=' + value);
    }
    if (is_inline_vrt(layer.connection)) {
        file.path = checked_vrt(layer.connection, {map.origin.directory, {}}, context);
        return file;
    }
    auto name = file_name(layer);
    drop_layer_number(map, name, file.layer);
    file.path = find_path(map, name);
    if (file.path.empty()) {
        bool const is_plain = name.find(':') == std::string::npos;
        throw context.error(
            ErrorKind::BadMapfile,
            std::string{"CONNECTION names no file on disk"} +
                (is_plain ? "" : " (databases and services are not read by way of OGR)"));
    }
    if (std::filesystem::path const path{file.path}; is_vrt(path)) {
        file.path = checked_vrt(read_vrt(path, context), {map.origin.directory, path.parent_path()},
                                context);
    }
    return file;
}

} // namespace

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& services)
{
    auto context = context_of(map, layer);
    auto file = file_of(map, layer, context);
    bool const is_ogr = layer.connection_type == ConnectionType::Ogr;
    return std::make_unique<Source>(std::move(file), std::move(context), services,
                                    is_ogr ? mapfile::kind_of(layer.type) : geometry::Kind::None);
}

std::string crs_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const context = context_of(map, layer);
    try {
        return ms::ogr::load_module().open(file_of(map, layer, context))->crs();
    } catch (LayerError const&) {
        throw;
    } catch (Error const& error) {
        throw context.error(error.kind(), error.what(), error.where());
    }
}

} // namespace ms::source::ogr
