// SPDX-License-Identifier: MIT
#include "source/shapefile/tile_index.hpp"

#include "mapfile/missing_data.hpp"
#include "source/registry.hpp"

namespace ms::source::shapefile {

namespace {

std::unique_ptr<Source> open_tile(LayerContext const& context, std::string const& tile)
{
    auto const stem = find_stem(context.map, tile);
    if (!has_shapefile(stem) && mapfile::may_miss_data(context.map)) {
        context.services.log.write(LogLevel::Notice, "layer \"" + context.layer.name +
                                                         "\": there is no tile " + tile);
        return nullptr;
    }
    return std::make_unique<Source>(Dataset::open(stem, context.subject), context);
}

/// The tiles of one answer, opened one after another.
class TileCursor final : public FeatureCursor {
public:
    TileCursor(LayerContext const& context, std::vector<std::string> tiles, Query query)
        : m_context(context), m_tiles(std::move(tiles)), m_query(std::move(query))
    {}

    bool next(feature::FeatureBatch& batch) override
    {
        while (m_query.max_features != 0) {
            if (m_cursor && m_cursor->next(batch)) {
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
            m_tile = open_tile(m_context, m_tiles[m_next++]);
            if (m_tile) {
                m_cursor = m_tile->start(m_query);
            }
        }
        return m_cursor != nullptr;
    }

    LayerContext const& m_context;
    std::vector<std::string> m_tiles;
    std::size_t m_next = 0;
    Query m_query; ///< max_features counts down
    std::unique_ptr<Source> m_tile;
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
            for (auto const& tile : tiles({})) {
                if (auto const source = open_tile(m_context, tile)) {
                    m_schema = source->schema();
                    break;
                }
            }
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
        result.kind = geometry::Kind::Point; // whatever the index is drawn with
        result.box = query.box;
        result.fields = {m_context.layer.tile_item};
        return result;
    }

    /// The names of the tiles whose outlines meet the box.
    [[nodiscard]] std::vector<std::string> tiles(Query const& query)
    {
        std::vector<std::string> result;
        auto const cursor = m_index->start(index_query(query));
        feature::FeatureBatch batch;
        while (cursor->next(batch)) {
            for (std::size_t row = 0; row < batch.size(); ++row) {
                if (auto const location = batch.attributes.front()[row]; !location.empty()) {
                    result.push_back(tile_name(location));
                }
            }
        }
        return result;
    }

    [[nodiscard]] std::string tile_name(std::string_view location) const
    {
        auto const& data = m_context.layer.data;
        return data.empty() ? std::string{location} : std::string{location} + "/" + data;
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
            throw context.subject.error(ErrorKind::BadMapfile, "the TILEINDEX layer \"" + name +
                                                                   "\" has a TILEINDEX itself");
        }
        if (layer->connection_type == mapfile::ConnectionType::Union) { // it may name us
            throw context.subject.error(ErrorKind::BadMapfile,
                                        "the TILEINDEX layer \"" + name + "\" is a union");
        }
        if (layer->filter.is_set()) {
            throw context.subject.error(ErrorKind::BadMapfile, "FILTER of the TILEINDEX layer \"" +
                                                                   name + "\" is not supported");
        }
        return open_source(context.map, *layer, context.services);
    }
    auto dataset = Dataset::open(find_stem(context.map, name), context.subject);
    return std::make_unique<Source>(std::move(dataset), context);
}

} // namespace

std::unique_ptr<FeatureSource> open_tile_index(mapfile::Map const& map, mapfile::Layer const& layer,
                                               Services const& services)
{
    LayerContext context{map, layer, services, Subject::layer(layer.name, map.where(layer.at))};
    if (!layer.tile_srs.empty()) {
        throw context.subject.error(ErrorKind::BadMapfile, "TILESRS is not supported");
    }
    auto index = open_index(context);
    return std::make_unique<TileIndex>(std::move(index), std::move(context));
}

} // namespace ms::source::shapefile
