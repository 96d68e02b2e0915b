// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds pixels: what a query selects of a raster layer.

#include "base/budget.hpp"
#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"
#include "render/core/selection.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"
#include "render/query/pick_request.hpp"

#include <memory>

namespace ms::render {

/// A layer whose search has begun.
class PendingPick {
public:
    virtual ~PendingPick() = default;
    PendingPick() = default;
    PendingPick(PendingPick const&) = delete;
    PendingPick& operator=(PendingPick const&) = delete;

    /// Reads as far as the query needs features. \param kept_bytes of all layers, grows
    /// \throws Error{Limit}, LayerError
    virtual PickedLayer finish(std::size_t& kept_bytes) = 0;
};

/// Pixels are points at their centres, with x, y (in the map's CRS), value_0 ... (of all bands, or
/// those of BANDS), value_list, class (if classes colour values), red, green and blue. They are
/// read from the base level. A point finds, as in MapServer, the pixels that intersect a box of the
/// layer's TOLERANCE (3 pixels of the image) around it, if their centre is no farther than that and
/// half a pixel's diagonal; the pixel it lies in is the nearest. Pixels that are not drawn (NODATA,
/// masked, without class) are not found. PROCESSING "RASTER_QUERY_MAX_RESULT" limits their number
/// (1 000 000). Queries by filter or key find nothing.
/// number (1 000 000). Queries by filter or key find nothing.
///
/// \param definition with substitutions in place
/// \param budget, services, request must outlive the result
/// \throws LayerError{BadMapfile}
[[nodiscard]] std::unique_ptr<PendingPick>
start_raster_pick(mapfile::Map const& map, Viewport const& view, LayerChoice const& choice,
                  PickRequest const& request, mapfile::Layer definition, Services const& services,
                  Budget& budget);

} // namespace ms::render
