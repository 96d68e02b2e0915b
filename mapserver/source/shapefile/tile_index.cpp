// SPDX-License-Identifier: MIT
#include "source/shapefile/tile_index.hpp"

#include "crs/name.hpp"
#include "crs/transformation.hpp"
#include "mapfile/missing_data.hpp"
#include "source/ogr/source.hpp"
#include "source/registry.hpp"
#include "source/shapefile/shapefiles.hpp"

#include <functional>
#include <utility>

namespace ms::source::shapefile {

namespace {

/// "west.shp,0" of ogrtindex: the file, and the number of the layer in it.
std::unique_ptr<FeatureSource> open_ogr_tile(LayerContext const& context, std::string const& tile)
{
    auto const comma = tile.rfind(',');
    auto const number = comma == std::string::npos
                            ? std::nullopt
                            : parse_int(std::string_view{tile}.substr(comma + 1));
    mapfile::Layer layer = context.layer;
    layer.tile_index.clear();
    layer.connection = number ? tile.substr(0, comma) : tile;
    if (number && layer.data.empty()) {
        layer.data = std::to_string(*number);
    }
    return ogr::open(context.map, layer, context.services);
}

std::unique_ptr<FeatureSource> open_tile(LayerContext const& context, std::string const& tile)
{
    if (context.layer.connection_type == mapfile::ConnectionType::Ogr) {
        return open_ogr_tile(context, tile);
    }
    auto const stem = find_stem(context.map, tile);
    if (!has_shapefile(stem) && mapfile::may_miss_data(context.map)) {
        context.services.log.write(mapfile::level_of_missing_data(context.map),
                                   "layer \"" + context.layer.name + "\": there is no tile " +
                                       tile);
        return nullptr;
    }
    return std::make_unique<Source>(
        open_dataset(stem, context.context, context.services.shapefiles), context);
}

/// A row of the index.
struct Tile {
    std::string location;
    std::string crs; ///< of TILESRS: "EPSG:32631"; empty: that of the layer
};

/// The tiles of one answer, opened one after another.
class TileCursor final : public FeatureCursor {
public:
    TileCursor(LayerContext const& context, std::vector<Tile> tiles, Query query)
        : m_context(context), m_tiles(std::move(tiles)), m_query(std::move(query))
    {}

    bool next(feature::FeatureBatch& batch) override
    {
        while (m_query.max_features != 0) {
            if (m_cursor && m_cursor->next(batch)) {
                to_layer(batch.geometry);
                if (m_query.max_features > 0) {
                    m_query.max_features -= static_cast<std::int64_t>(batch.size());
                }
                return true;
            }
            if (!open_next()) {
                break;
            }
        }
        batch.reset(m_query.fields.size());
        return false;
    }

private:
    bool open_next()
    {
        m_cursor.reset();
        while (!m_cursor && m_next < m_tiles.size()) {
            m_context.services.deadline.check();
            auto const& tile = m_tiles[m_next++];
            m_tile = open_tile(m_context, tile.location);
            if (m_tile) {
                m_cursor = m_tile->start(in_tile(tile));
            }
        }
        return m_cursor != nullptr;
    }

    /// The query in the CRS that TILESRS gives for the tile.
    Query in_tile(Tile const& tile)
    {
        auto const tile_crs = tile.crs.empty() ? std::nullopt : crs::authority_name(tile.crs);
        // The features of AUTO are drawn in the map's CRS.
        auto const& projection = m_context.layer.projection;
        crs::ProjData const data{m_context.map.proj_data()};
        auto const layer_crs = crs::parse(
            (projection.is_auto() ? m_context.map.projection : projection).arguments, data);
        if (!tile_crs || !layer_crs.is_defined()) {
            m_transformation.reset();
            return m_query;
        }
        m_transformation.emplace(crs::parse(std::string_view{tile_crs->authority_code}, data),
                                 layer_crs);
        auto query = m_query;
        if (query.box && !m_transformation->is_identity()) {
            query.box = m_transformation->inverse(*query.box);
        }
        return query;
    }

    void to_layer(geometry::GeometryColumn& shapes) const
    {
        if (m_transformation && !m_transformation->is_identity()) {
            static_cast<void>(m_transformation->forward(shapes.points));
        }
    }

    LayerContext const& m_context;
    std::vector<Tile> m_tiles;
    std::optional<crs::Transformation> m_transformation; ///< of the tile that is read
    std::size_t m_next = 0;
    Query m_query; ///< max_features decreases
    std::unique_ptr<FeatureSource> m_tile;
    std::unique_ptr<FeatureCursor> m_cursor;
};

class TileIndex final : public FeatureSource {
public:
    TileIndex(std::unique_ptr<FeatureSource> index, LayerContext context)
        : m_index(std::move(index)), m_context(std::move(context))
    {}

    feature::Schema const& schema() override
    {
        if (!m_schema) {
            m_schema.emplace();
            // An index may have millions of rows, of which the first one usually is enough.
            for_each_tile({}, [this](Tile const& tile) {
                auto const source = open_tile(m_context, tile.location);
                if (source) {
                    m_schema = source->schema();
                }
                return source == nullptr;
            });
        }
        return *m_schema;
    }

    std::optional<geometry::Box> extent() override { return m_index->extent(); }

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        return std::make_unique<TileCursor>(m_context, tiles(query), query);
    }

    std::string explain(Query const& query) override
    {
        return "tile index of " + std::to_string(tiles(query).size()) +
               " tiles; index: " + m_index->explain(index_query(query));
    }

private:
    [[nodiscard]] Query index_query(Query const& query) const
    {
        Query result;
        result.kind = geometry::Kind::Point; // regardless of the index layer's TYPE
        result.box = query.box;
        result.fields = {m_context.layer.tile_item};
        if (!m_context.layer.tile_srs.empty()) {
            result.fields.push_back(m_context.layer.tile_srs);
        }
        return result;
    }

    /// The tiles whose outlines meet the box, in the order of the index.
    [[nodiscard]] std::vector<Tile> tiles(Query const& query)
    {
        std::vector<Tile> result;
        for_each_tile(query, [&](Tile tile) {
            result.push_back(std::move(tile));
            return true;
        });
        return result;
    }

    /// \param take returns whether more tiles are needed
    void for_each_tile(Query const& query, std::function<bool(Tile)> const& take)
    {
        bool const has_crs = !m_context.layer.tile_srs.empty();
        auto const cursor = m_index->start(index_query(query));
        feature::FeatureBatch batch;
        while (cursor->next(batch)) {
            for (std::size_t row = 0; row < batch.size(); ++row) {
                auto const location = batch.attributes.front()[row];
                if (location.empty()) {
                    continue;
                }
                if (!take({tile_name(location),
                           has_crs ? std::string{batch.attributes.back()[row]} : std::string{}})) {
                    return;
                }
            }
        }
    }

    [[nodiscard]] std::string tile_name(std::string_view location) const
    {
        auto const& data = m_context.layer.data;
        bool const is_ogr = m_context.layer.connection_type == mapfile::ConnectionType::Ogr;
        return data.empty() || is_ogr ? std::string{location} : std::string{location} + "/" + data;
    }

    std::unique_ptr<FeatureSource> m_index;
    LayerContext m_context;
    std::optional<feature::Schema> m_schema;
};

std::unique_ptr<FeatureSource> open_index(LayerContext const& context)
{
    auto const& name = context.layer.tile_index;
    if (auto const* const layer = context.map.find_layer(name)) {
        if (!layer->tile_index.empty()) {
            throw context.context.error(ErrorKind::BadMapfile, "the TILEINDEX layer \"" + name +
                                                                   "\" has a TILEINDEX itself");
        }
        if (layer->connection_type == mapfile::ConnectionType::Union) { // it may name us
            throw context.context.error(ErrorKind::BadMapfile,
                                        "the TILEINDEX layer \"" + name + "\" is a union");
        }
        if (layer->filter.is_set()) {
            throw context.context.error(ErrorKind::BadMapfile, "FILTER of the TILEINDEX layer \"" +
                                                                   name + "\" is not supported");
        }
        return open_source(context.map, *layer, context.services);
    }
    auto dataset =
        open_dataset(find_stem(context.map, name), context.context, context.services.shapefiles);
    return std::make_unique<Source>(std::move(dataset), context);
}

} // namespace

std::unique_ptr<FeatureSource> open_tile_index(mapfile::Map const& map, mapfile::Layer const& layer,
                                               Services const& services)
{
    LayerContext context{map, layer, services,
                         ErrorContext::layer(layer.name, map.where(layer.at))};
    auto index = open_index(context);
    return std::make_unique<TileIndex>(std::move(index), std::move(context));
}

} // namespace ms::source::shapefile
