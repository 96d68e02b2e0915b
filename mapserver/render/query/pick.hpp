// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds features: what a query selects of which layers.

#include "crs/definition.hpp"
#include "feature/batch.hpp"
#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ms::render {

/// Within a distance of a point: of the layer's TOLERANCE, unless `buffer` (map units) is given.
struct AtPoint {
    geometry::Point point;
    std::optional<double> buffer{};
    bool only_nearest = false; ///< of every layer; else all, in the order of the source
};

/// Touching a box, which TOLERANCE makes larger.
struct InBox {
    geometry::Box box;
};

/// Touching one of some shapes, or within the layer's TOLERANCE of it.
struct AtShapes {
    geometry::GeometryColumn shapes;
};

/// Whose box meets a box and for which the layer's and the choice's filter hold.
struct ByFilter {
    geometry::Box box;
};

/// With a key: of a database the unique column, of files and inline features the number.
struct ById {
    std::string id;
};

/// What is looked for. Coordinates are those of the viewport's CRS.
struct PickRequest {
    std::variant<AtPoint, InBox, AtShapes, ByFilter, ById> where;
    std::int64_t max_features = -1;   ///< of each layer; -1: all
    bool ends_with_first_hit = false; ///< of the layers, the last that selects anything counts
    bool needs_template = true;       ///< false: layers without TEMPLATE are looked at too
    bool ignores_scale = false;       ///< layers outside their limits of scale are looked at too
};

/// The features selected of one layer.
struct PickedLayer {
    std::size_t layer = 0;              ///< index into Map::layers
    mapfile::Layer definition;          ///< a copy: substitutions and scale tokens are in place
    crs::Definition crs;                ///< of the features
    std::vector<feature::Field> fields; ///< of the features' attributes
    feature::FeatureBatch features;     ///< with ids where the source has keys; full precision
    std::vector<std::int32_t> classes;  ///< of each feature: index into Layer::classes, or -1
};

/// The result of a query: layers in the order of the request, without empty ones.
struct Selection {
    std::vector<PickedLayer> layers;
    std::vector<std::size_t> searched; ///< into Map::layers: those, and those that have nothing

    [[nodiscard]] std::size_t size() const noexcept; ///< features of all layers
};

/// Whether a layer can be queried at all: it, or one of its classes, has a TEMPLATE.
[[nodiscard]] bool is_queryable(mapfile::Layer const& layer) noexcept;

/// Starts the queries of all layers, then selects features from the results. Layers that are not
/// queryable or are outside their scale limits select nothing.
/// \param choices of layers, with class groups and filters
/// \param substitutions request parameters for %name%, checked by VALIDATION
/// \throws Error{Source} naming the layer, Error{Limit} after the deadline or if the selection
/// exceeds the memory budget
[[nodiscard]] Selection pick(mapfile::Map const& map, Viewport const& view,
                             std::vector<LayerChoice> const& choices, PickRequest const& wanted,
                             mapfile::StringMap const& substitutions, Services const& services);

} // namespace ms::render
