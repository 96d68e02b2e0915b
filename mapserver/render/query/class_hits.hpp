// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds which classes have features in a view, for legends that show only what the map shows.

#include "render/core/overrides.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"

#include <algorithm>
#include <vector>

namespace ms::render {

/// By layer and class of the map.
class ClassHits {
public:
    explicit ClassHits(mapfile::Map const& map);

    void add(std::size_t layer, std::size_t drawn_class)
    {
        m_hits.at(layer).at(drawn_class) = true;
    }
    [[nodiscard]] bool contains(std::size_t layer, std::size_t drawn_class) const
    {
        return m_hits.at(layer).at(drawn_class);
    }
    [[nodiscard]] bool contains_any(std::size_t layer) const
    {
        auto const& hits = m_hits.at(layer);
        return std::ranges::find(hits, true) != hits.end();
    }

private:
    std::vector<std::vector<bool>> m_hits;
};

/// Queries the sources of all chosen layers for features that reach into the view; a layer is read
/// until all its classes have been found.
/// \throws Error{Source} naming the layer, Error{Limit} after the deadline
[[nodiscard]] ClassHits find_class_hits(mapfile::Map const& map, Viewport const& view,
                                        std::vector<LayerChoice> const& layers,
                                        mapfile::StringMap const& substitutions,
                                        Services const& services);

} // namespace ms::render
