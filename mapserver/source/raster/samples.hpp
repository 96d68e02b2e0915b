// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONNECTIONTYPE UVRASTER and RASTERLABEL: gives points on a grid with values of a raster.

#include "feature/batch.hpp"
#include "source/query.hpp"
#include "source/raster/sampler.hpp"

#include <array>
#include <optional>
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

/// The centres of squares of `spacing_px`, counted from the left lower corner of the query's box:
/// uv_angle, uv_minus_angle (degrees), uv_length, uv_length_2 (half of it), u, v; or value. Places
/// without a value have no point, nor have arrows without length. As in MapServer, the box is cut
/// at the file before, unless the query's image is fixed; around a file that lies within it, it is
/// as large as both together. For one thread.
class SampleGrid {
public:
    /// \param file the box of the only file; nothing: there may be several
    /// \throws Error{Limit} when the places are too many
    SampleGrid(SampleSettings settings, Query const& query,
               std::optional<geometry::Box> const& file);

    /// What a file has at the places takes precedence over files before.
    /// \throws PublicError{BadMapfile} when the file lacks a band; Error{Limit}
    void read(OpenedRaster& opened, Services const& services);

    /// Arrows column by column, labels row by row, both from above.
    void write(feature::FeatureBatch& rows) const;

private:
    /// A place and its values; of a label only the first.
    struct Sample {
        geometry::Point at;
        std::array<double, 2> values{};
    };

    void count_places(QueryImage const& image);
    [[nodiscard]] bool is_by_pixel(OpenedRaster const& opened) const;
    void read_pixels(OpenedRaster const& opened, Sampler const& sampler, std::size_t bands);
    void read_places(Sampler const& sampler, std::size_t bands);
    void write(Sample const& sample, feature::FeatureBatch& rows) const;

    SampleSettings m_settings;
    geometry::Box m_box;                         ///< in which pixels of coarser files have labels
    SampleCells m_cells;                         ///< without a side nothing is seen
    std::vector<std::optional<Sample>> m_places; ///< row by row from above
    std::vector<Sample> m_pixels;                ///< of files coarser than the grid
};

} // namespace ms::source::raster
