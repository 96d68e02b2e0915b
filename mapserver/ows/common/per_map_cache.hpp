// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches what requests have computed of a map, for the requests after them.

#include "base/lru_cache.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "render/plan/plan.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ms::ows {

struct TileMatrixSet; // ows/images/tile_matrix_set.hpp

/// Belongs to one version of one map, and ends with it. Thread safe.
class PerMapCache {
public:
    using SharedMap = std::shared_ptr<mapfile::Map const>;

    /// The map in one of its languages. \param make makes it on the first request
    /// \param key only the languages that the mapfile lists, as all of them are cached
    [[nodiscard]] SharedMap translated(std::string const& key,
                                       std::function<SharedMap()> const& make);

    /// Whether %name% changes the map for requests that draw, or for the others. \param find looks
    /// at all layers, once
    [[nodiscard]] bool is_substituted(bool for_drawing, std::function<bool()> const& find);

    /// Layers, as indexes into Map::layers, and the name of a CRS.
    using LayersIn = std::pair<std::string, std::vector<std::size_t>>;
    /// The box of layers in a CRS. \param make computes it on the first request
    /// \param key only CRSs and groups that the mapfile names, as all of them are cached
    [[nodiscard]] std::optional<geometry::Box>
    limits(LayersIn const& key, std::function<std::optional<geometry::Box>()> const& make);

    using MatrixSets = std::shared_ptr<std::vector<TileMatrixSet> const>;
    /// The map's grids. \param make reads them on the first request; again if it throws
    [[nodiscard]] MatrixSets matrix_sets(std::function<MatrixSets()> const& make);

    using Formats = std::shared_ptr<std::vector<mapfile::OutputFormat> const>;
    /// The formats of tiles. \param make lists them on the first request
    [[nodiscard]] Formats tile_formats(std::function<Formats()> const& make);

    /// The plan of a level of tiles. \param key all that the plan depends on
    [[nodiscard]] std::optional<render::Plan> find_plan(std::string const& key);
    void keep_plan(std::string const& key, render::Plan const& plan);

private:
    static constexpr std::size_t max_plan_bytes = 4U << 20U;

    std::mutex m_mutex;
    std::map<std::string, SharedMap> m_translated;
    std::array<std::optional<bool>, 2> m_is_substituted;
    std::map<LayersIn, std::optional<geometry::Box>> m_limits;
    MatrixSets m_matrix_sets;
    Formats m_tile_formats;
    LruCache<render::Plan> m_plans{max_plan_bytes};
};

} // namespace ms::ows
