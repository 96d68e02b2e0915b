// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Divides layers into the entries that a catalogue has for a value of a dimension.

#include "ows/common/call.hpp"
#include "ows/wms/dimensions.hpp"
#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"

#include <string>
#include <vector>

namespace ms::ows::wms {

/// Maximum of entries of a layer in one map: each is drawn by itself.
inline constexpr std::size_t max_entries = 256;

enum class EntryUse : std::uint8_t {
    OneByOne, ///< each is drawn on those before it, with the layer's opacity
    Together, ///< features are queried, or written: one layer with those of all entries
};

/// Asks the catalogues of all values, each query once, about what the view shows. In place of a
/// layer come its entries, in the catalogue's order; without any, a layer is not drawn and has no
/// features.
/// \param values sorted by place; empty afterwards
/// \throws LayerError of a catalogue; Error{Limit}
void choose_entries(Call const& call, render::Viewport const& view, EntryUse use,
                    std::vector<render::LayerChoice>& layers, std::vector<CatalogueValue>& values);

/// Asks the catalogues of a layer about the first of their values, for what is wrong with them.
/// \throws LayerError
void try_catalogues(mapfile::Map const& map, mapfile::Layer const& layer,
                    render::Viewport const& view, source::Services const& services);

/// Whose CONNECTION a catalogue has: that of the layer which the mapfile names, of the layer
/// itself, or else of its tile index. nullptr if no layer has it.
[[nodiscard]] mapfile::Layer const* catalogue_connection(mapfile::Map const& map,
                                                         mapfile::Layer const& layer,
                                                         Dimension const& dimension);

} // namespace ms::ows::wms
