// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The content of a plan, which run() and explain() read.

#include "crs/definition.hpp"
#include "mapfile/model/map.hpp"
#include "paint/canvas.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/kml_output.hpp"
#include "render/core/legend_request.hpp"
#include "render/core/mvt_output.hpp"
#include "render/core/overrides.hpp"
#include "render/core/utf_grid_output.hpp"
#include "render/core/viewport.hpp"
#include "source/query.hpp"
#include "style/class_index.hpp"
#include "style/raster_processing.hpp"
#include "style/scaling.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ms::render {

struct PickedLayer; // render/core/selection.hpp

/// One label of a class that is drawn at this scale.
struct LabelPlan {
    std::size_t label_index = 0; ///< into Class::labels
};

/// The styles and labels of one class that are drawn at this scale.
struct ClassPlan {
    std::size_t class_index = 0;            ///< into Layer::classes
    std::vector<std::size_t> style_indexes; ///< into Class::styles
    std::vector<LabelPlan> labels{};
    bool is_drawn = true;      ///< false: STATUS OFF, takes its features and hides them
    bool is_whole = false;     ///< not style by style, whatever the layer's other classes are
    int min_feature_size = -1; ///< pixels
    double clip_px = 0; ///< margin around the extent within which lines and areas are clipped
    std::exception_ptr fault{}; ///< thrown if a feature of it is drawn: its symbol is missing
};

/// One vector layer: the query to its source and how the result is drawn.
struct VectorStep {
    /// The map's own, or a copy that the request modifies: with substitutions, scale tokens and
    /// similar values in place.
    std::shared_ptr<mapfile::Layer const> shared_layer;
    mapfile::Layer const& layer; ///< *shared_layer
    mapfile::Expressions expressions;
    geometry::Kind kind = geometry::Kind::Polygon;
    source::Query query;
    crs::Definition layer_crs;
    bool is_reprojected = false;
    style::Scaling scaling;
    style::ClassSelection classes;
    std::vector<ClassPlan> class_plans; ///< one per entry of `classes`
    /// Lines with several styles: each style over all features before the next, so that casings of
    /// crossing roads join (reference: mapfile, Size formulas); except ClassPlan::is_whole.
    bool is_style_by_style = false;
    double reach_px = 0;             ///< reach of drawing beyond the coordinates
    double clip_px = 0;              ///< the maximum of its classes
    bool needs_whole_shapes = false; ///< GEOMTRANSFORM, POLYLINE_NO_CLIP: no clipping
    /// GEOMTRANSFORM of some styles: the other ones and labels draw clipped shapes, so that dashes
    /// and symbols along lines begin where they do without.
    bool needs_both_shapes = false;
    bool needs_whole_labels = false;  ///< LABEL_NO_CLIP, LABEL_ANCHOR=WORLD: no clipping of labels
    std::ptrdiff_t style_column = -1; ///< STYLEITEM among the query's fields; -1: no STYLEITEM
    bool needs_whole_precision = false;  ///< expressions read [shape]: no thinning before
    bool has_world_labels = false;       ///< LABEL_ANCHOR=WORLD
    bool is_of_tile = false;             ///< cut shapes begin where they do in the tiles beside it
    double label_buffer_px = 0;          ///< LABEL_ANCHOR=WORLD: margin of considered labels
    std::vector<paint::Blend> blends;    ///< COMPOSITE; empty: simply drawn
    std::string part{};                  ///< of the layer: LayerChoice::part
    std::optional<std::size_t> mask;     ///< into PlanState::masks
    bool is_mask = false;                ///< of one of them
    PickedLayer const* picked = nullptr; ///< drawn instead of the source's features; of PlanState
    std::int64_t max_drawn = -1;         ///< features that are in a class; -1: all
    std::optional<style::RasterProcessing> raster; ///< of TYPE RASTER, and only there
};

/// A layer that only hides parts of others.
struct MaskPlan {
    std::string name;
    std::optional<VectorStep> step; ///< nothing: it draws nothing here, so it hides everything
};

struct PlanState {
    std::shared_ptr<mapfile::Map const> map;
    Viewport viewport;
    paint::CanvasKind const* canvas = nullptr;
    paint::CanvasOptions canvas_options;
    std::vector<VectorStep> steps;
    std::vector<MaskPlan> masks; ///< of the steps
    EmbeddedFurniture furniture;
    std::optional<GdalFormat> gdal;        ///< DRIVER "GDAL/..." writes the image
    std::optional<KmlFormat> kml;          ///< DRIVER KML or KMZ: nothing is drawn
    std::optional<MvtFormat> mvt;          ///< DRIVER MVT: nothing is drawn; see tile_view()
    std::optional<UtfGridFormat> utf_grid; ///< DRIVER UTFGRID: features are drawn, nothing else
    CachedLabels cached_labels = CachedLabels::Drawn;
    NearestRule nearest_rule = NearestRule::BelowCentres;
    std::shared_ptr<Selection const> results; ///< of a query, shown in the image
    mapfile::StringMap substitutions;         ///< the values for %name%
    std::vector<std::string> notes;           ///< descriptions of what is left out of the map
};

} // namespace ms::render
