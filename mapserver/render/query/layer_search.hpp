// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The search of one layer, and what the searches of one query share.

#include "base/budget.hpp"
#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"
#include "render/core/selection.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"
#include "render/query/pick_request.hpp"

#include <memory>

namespace ms::render {

/// What all searches of a query refer to, as long as one of them goes on. The caller's map and the
/// services must outlive it.
struct PickContext {
    std::shared_ptr<mapfile::Map const> map; ///< the caller's, or a copy with prepared members
    Viewport view;
    PickRequest request;
    Services const& services;
    Budget budget;
};

/// The search of one layer. It has begun, so that a database works on all layers of a query at
/// once.
class LayerSearch : public FeatureSearch {
public:
    /// What was searched, without its features.
    [[nodiscard]] virtual PickedLayer layer() const = 0;
    /// Whether it is known that next() finds nothing more.
    [[nodiscard]] virtual bool is_done() const noexcept = 0;
};

/// Begins to search a layer of features. \param definition with substitutions in place
/// \param purpose Count: only the number of features is of use
/// \throws as source::open_source()
[[nodiscard]] std::unique_ptr<LayerSearch>
start_feature_search(std::shared_ptr<PickContext> context, LayerChoice const& choice,
                     mapfile::Layer definition, FurtherFeatures::Purpose purpose);

/// Begins to search a raster layer. Pixels are points at their centres, with x, y (in the map's
/// CRS), value_0 ... (of all bands, or those of BANDS), value_list, class (if classes colour
/// values), red, green and blue. They are read from the base level. A point finds, as in MapServer,
/// the pixels that intersect a box of the layer's TOLERANCE (3 pixels of the image) around it, if
/// their centre is no farther than that and half a pixel's diagonal; the pixel it lies in is the
/// nearest. A box finds the pixels that it touches, shapes those whose centres they contain. Pixels
/// that are not drawn (NODATA, masked, without class) are not found. PROCESSING
/// "RASTER_QUERY_MAX_RESULT" limits their number (1 000 000). Queries by filter or key find
/// nothing.
/// \param definition with substitutions in place \throws LayerError{BadMapfile}
[[nodiscard]] std::unique_ptr<LayerSearch> start_raster_search(std::shared_ptr<PickContext> context,
                                                               LayerChoice const& choice,
                                                               mapfile::Layer definition);

} // namespace ms::render
