// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The result of a query.

#include "crs/definition.hpp"
#include "feature/batch.hpp"
#include "mapfile/model/layer.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ms::render {

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

    /// Features of all layers.
    [[nodiscard]] std::size_t size() const noexcept
    {
        std::size_t count = 0;
        for (auto const& layer : layers) {
            count += layer.features.size();
        }
        return count;
    }
};

} // namespace ms::render
