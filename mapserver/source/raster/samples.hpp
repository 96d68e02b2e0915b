// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONNECTIONTYPE UVRASTER and RASTERLABEL: gives points on a grid with values of a raster.

#include "feature/batch.hpp"
#include "source/query.hpp"
#include "source/raster/sampler.hpp"

#include <vector>

namespace ms::source::raster {

struct SampleSettings {
    bool is_vector = false; ///< UVRASTER: two bands are the parts of one arrow
    std::vector<int> bands; ///< empty: the only one
    double spacing_px = 32; ///< UV_SPACING, LABEL_SPACING: pixels of the image
    double size_scale = 1;  ///< UV_SIZE_SCALE
    SampleBy by = SampleBy::Average;
    bool may_repeat = false; ///< ALLOW_OVERSAMPLE: several places may show one pixel of the file
};

/// \throws LayerError{BadMapfile} naming the PROCESSING key
[[nodiscard]] SampleSettings sample_settings(mapfile::Map const& map, mapfile::Layer const& layer);

/// The middles of squares of `spacing_px`, counted from the left lower corner of the query's box,
/// as MapServer does: uv_angle, uv_minus_angle (degrees), uv_length, uv_length_2 (half of it), u,
/// v; or value. Places without a value have no point, nor have arrows without length. \throws
/// PublicError{BadMapfile} when the file lacks a band; Error{Limit}
void add_samples(OpenedRaster& opened, SampleSettings const& settings, Query const& query,
                 Services const& services, feature::FeatureBatch& rows);

} // namespace ms::source::raster
