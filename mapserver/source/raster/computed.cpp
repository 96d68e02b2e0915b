// SPDX-License-Identifier: MIT
#include "source/raster/computed.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ogr/load.hpp"
#include "source/layer_error.hpp"
#include "source/raster/contour.hpp"
#include "source/raster/rows.hpp"
#include "source/raster/samples.hpp"
#include "source/raster/tile_index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace ms::source::raster {

namespace {

using mapfile::ConnectionType;

/// Names of attributes, all of them numbers as text.
feature::Schema schema_of(mapfile::Layer const& layer)
{
    feature::Schema schema;
    auto const add = [&](std::string name) {
        schema.fields.push_back({.name = std::move(name), .type = feature::FieldType::Real});
    };
    switch (layer.connection_type) {
    case ConnectionType::UvRaster:
        for (auto const* const name :
             {"uv_angle", "uv_minus_angle", "uv_length", "uv_length_2", "u", "v"}) {
            add(name);
        }
        break;
    case ConnectionType::RasterLabel:
        add("value");
        break;
    default:
        add("ID");
        if (auto const item = layer.processing_value("CONTOUR_ITEM")) {
            add(std::string{trim(*item)});
        }
    }
    return schema;
}

geometry::Box box_of(OpenedRaster const& opened)
{
    auto const [width, height] = opened.file->header().levels.front();
    std::array const corners{geometry::Point{0, 0}, geometry::Point{1.0 * width, 0},
                             geometry::Point{0, 1.0 * height},
                             geometry::Point{1.0 * width, 1.0 * height}};
    geometry::Box box{INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (auto const& corner : corners) {
        auto const at = transformed(opened.to_world, corner);
        box = {std::min(box.min_x, at.x), std::min(box.min_y, at.y), std::max(box.max_x, at.x),
               std::max(box.max_y, at.y)};
    }
    return box;
}

class Source final : public FeatureSource {
public:
    Source(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services)
        : m_map(map), m_layer(layer), m_services(services), m_schema(schema_of(layer))
    {
        // Errors are reported before anything is read.
        if (layer.connection_type == ConnectionType::Contour) {
            (void)contour_settings(m_map, m_layer, -1);
        } else {
            (void)sample_settings(m_map, m_layer);
        }
    }

    feature::Schema const& schema() override { return m_schema; }

    std::optional<geometry::Box> extent() override
    {
        if (!m_layer.tile_index.empty()) {
            return extent_of_index(m_map, m_layer, m_services);
        }
        auto const files = files_of(m_map, m_layer, std::nullopt, m_services);
        return files.empty() ? std::nullopt
                             : std::optional{box_of(
                                   open_file(m_map, m_layer, files.front().path, m_services))};
    }

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        auto compute = [this, query] { return computed(query); };
        auto of_rows = query;
        if (!m_layer.tile_index.empty()) {
            of_rows.filter = {}; // it chooses rows of the index, as in MapServer
        }
        return rows_of(std::move(compute), of_rows, columns_of(of_rows.fields),
                       columns_of(of_rows.filter.attributes()));
    }

    /// The stamps of the file and of its possible companions.
    std::optional<std::string> version(DataVersions& /*versions*/) override
    {
        if (!m_layer.tile_index.empty()) {
            return std::nullopt;
        }
        return version_of_files(m_map, m_layer, m_services);
    }

    std::string explain(Query const& /*query*/) override
    {
        return "computed from the pixels of a raster file";
    }

private:
    [[nodiscard]] feature::FeatureBatch computed(Query const& query)
    {
        feature::FeatureBatch rows;
        rows.reset(m_schema.fields.size());
        bool const is_index = !m_layer.tile_index.empty();
        auto const files = files_of(m_map, m_layer, query.box, m_services,
                                    is_index ? query.filter : expr::Expression{});
        if (files.empty()) {
            return rows;
        }
        try {
            add_rows(files, query, rows);
        } catch (Interrupted const&) {
            throw;
        } catch (PublicError const& error) {
            throw LayerError{error.kind(),
                             fmt::format("layer \"{}\": {} ({})", m_layer.name, error.what(),
                                         m_map.where(m_layer.at)),
                             not_drawn(m_layer.name, error.public_text())};
        } catch (Error const& error) {
            throw LayerError{error.kind(),
                             fmt::format("layer \"{}\": {} ({})", m_layer.name, error.what(),
                                         m_map.where(m_layer.data_at)),
                             m_layer.name, general_cause(error.kind())};
        }
        return rows;
    }

    void add_rows(std::span<RasterPath const> files, Query query, feature::FeatureBatch& rows)
    {
        if (!query.box) {
            query.box = box_of(open_file(m_map, m_layer, files.front().path, m_services));
        }
        if (m_layer.connection_type == ConnectionType::Contour) {
            auto opened = open_file(m_map, m_layer, files.front().path, m_services);
            add_contours(opened, contour_settings(m_map, m_layer, query.scale_denominator), query,
                         m_services, rows);
            return;
        }
        std::optional<geometry::Box> whole;
        if (m_layer.tile_index.empty()) {
            whole = box_of(open_file(m_map, m_layer, files.front().path, m_services));
        }
        SampleGrid grid{sample_settings(m_map, m_layer), query, whole};
        for (auto const& file : files) {
            auto opened = open_file(m_map, m_layer, file.path, m_services);
            grid.read(opened, m_services);
        }
        grid.write(rows);
    }

    [[nodiscard]] std::vector<std::size_t> columns_of(std::span<std::string const> names) const
    {
        std::vector<std::size_t> columns;
        for (auto const& name : names) {
            auto const column = m_schema.find(name);
            if (!column) {
                throw LayerError{ErrorKind::BadMapfile,
                                 fmt::format("layer \"{}\": it has no attribute \"{}\" ({})",
                                             m_layer.name, name, m_map.where(m_layer.at)),
                                 m_layer.name, general_cause(ErrorKind::BadMapfile)};
            }
            columns.push_back(*column);
        }
        return columns;
    }

    mapfile::Map const& m_map;
    mapfile::Layer const& m_layer;
    Services const& m_services;
    feature::Schema m_schema;
};

bool is_made_of_points(mapfile::Layer const& layer)
{
    auto const type = layer.connection_type;
    return layer.type == mapfile::LayerType::Raster &&
           (type == ConnectionType::KernelDensity || type == ConnectionType::Idw);
}

/// KERNELDENSITY and IDW, which are drawn from another layer's points.
class PointRaster final : public FeatureSource {
public:
    explicit PointRaster(mapfile::Layer const& layer) : m_layer(layer) {}

    feature::Schema const& schema() override { return m_schema; }
    std::optional<geometry::Box> extent() override { return std::nullopt; }
    std::unique_ptr<FeatureCursor> start(Query const& /*query*/) override
    {
        throw Error{ErrorKind::Internal, "layer \"" + m_layer.name + "\" has no features"};
    }
    std::string explain(Query const& /*query*/) override
    {
        return "computed from the points of \"" + m_layer.connection + '"';
    }

private:
    mapfile::Layer const& m_layer;
    feature::Schema m_schema;
};

} // namespace

bool is_computed(mapfile::Layer const& layer)
{
    if (is_made_of_points(layer)) {
        return true;
    }

    auto const type = layer.connection_type;
    bool const is_one = is_sampled(layer) || type == ConnectionType::Contour;
    return is_one && !(layer.data.empty() && layer.tile_index.empty());
}

bool is_sampled(mapfile::Layer const& layer)
{
    return layer.connection_type == ConnectionType::UvRaster ||
           layer.connection_type == ConnectionType::RasterLabel;
}

std::unique_ptr<FeatureSource> open_computed(mapfile::Map const& map, mapfile::Layer const& layer,
                                             Services const& services)
{
    if (is_made_of_points(layer)) {
        return std::make_unique<PointRaster>(layer);
    }
    return std::make_unique<Source>(map, layer, services);
}

} // namespace ms::source::raster
