// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A GetMap request resolved to layers, styles and a viewport of the map.

#include "base/budget.hpp"
#include "ows/wms/dimensions.hpp"
#include "ows/wms/parameters.hpp"
#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// A GetMap request resolved to what the renderer needs.
struct Drawing {
    render::ViewportRequest view;
    render::Overrides overrides;
    mapfile::OutputFormat format;
    std::vector<std::string> warnings; ///< values of dimensions that were chosen for the client
    std::vector<CatalogueValue> by_catalogue; ///< of the layers: choose_entries() replaces them
};

/// Resolves the names of the request in the map.
/// \param budget charged for each layer: a name may mean thousands, each with a filter of its own;
///        null: unlimited
/// \throws ServiceException for unknown layers, styles, CRSs and formats; Error{Limit}
[[nodiscard]] Drawing resolve(GetMap const& request, http::Parameters const& parameters,
                              mapfile::Map const& map, Budget* budget = nullptr);

/// The layers and the viewport of a request, for operations that draw nothing.
struct MapView {
    render::ViewportRequest view;
    std::vector<render::LayerChoice> layers; ///< in the order of LAYERS
};

/// Layers with the filters of TIME and the other dimensions.
struct DrawnLayers {
    std::vector<render::LayerChoice> layers;  ///< from the bottom
    std::vector<CatalogueValue> by_catalogue; ///< sorted by place: choose_entries() replaces them
};

/// The layers that a request draws: those of STATUS DEFAULT and the requested ones. \param warnings
/// values of dimensions that were chosen for the client are added \throws ServiceException
/// InvalidDimensionValue, MissingDimensionValue
[[nodiscard]] DrawnLayers drawn_layers(GetMap const& request, http::Parameters const& parameters,
                                       mapfile::Map const& map,
                                       std::vector<render::LayerChoice> requested,
                                       std::vector<std::string>& warnings,
                                       Budget* budget = nullptr);

/// \param operation for which the layers must be enabled
/// \throws ServiceException for layers, styles and CRSs there are not
[[nodiscard]] MapView resolve_view(GetMap const& request, mapfile::Map const& map,
                                   std::string_view operation, Budget* budget = nullptr);

/// The layers that one name of LAYERS draws.
/// \throws ServiceException LayerNotDefined
[[nodiscard]] std::vector<std::size_t>
layers_named(mapfile::Map const& map, std::string const& name, std::string_view operation);

/// A style of a layer is one of its class groups, or the name that wms_style_name or wms_style
/// gives its default one. A group's style is defined when one of its layers has it.
/// \throws ServiceException StyleNotDefined
void check_style(mapfile::Map const& map, std::vector<std::size_t> const& layers,
                 std::string const& style);

} // namespace ms::ows::wms
