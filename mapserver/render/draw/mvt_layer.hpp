// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the features of one layer into a vector tile.

#include "crs/approximate.hpp"
#include "geometry/pixel_projector.hpp"
#include "mapfile/visible_items.hpp"
#include "render/core/services.hpp"
#include "render/draw/mvt_geometry.hpp"
#include "render/draw/mvt_writer.hpp"
#include "render/draw/shape_transform.hpp"
#include "render/plan/plan_state.hpp"
#include "style/class_index.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ms::render {

/// The attributes that a tile has of a layer.
struct MvtItems {
    struct Item {
        std::string name;       ///< in the tile
        std::size_t column = 0; ///< of the batches
        feature::FieldType type = feature::FieldType::Text;
    };
    std::vector<Item> items;
    std::vector<std::string> fields; ///< that the query fetches: those of the step first
};

/// gml_include_items and its like, with the types of gml_types and gml_<item>_type, else text.
/// \param schema of the source
[[nodiscard]] MvtItems mvt_items_of(VectorStep const& step, feature::Schema const& schema);

/// One layer of one tile.
class MvtLayer {
public:
    /// \param plan its viewport is a tile_view() \param items must outlive the object, as the
    /// others \throws Error{BadMapfile} for attributes that are not fetched
    MvtLayer(PlanState const& plan, VectorStep const& step, MvtItems const& items,
             Services const& services, MvtRoom& room);

    /// Classifies and writes features, whose coordinates it changes. \return whether it takes more:
    /// not beyond MAXFEATURES, nor when the tile is full
    [[nodiscard]] bool add(feature::FeatureBatch& batch);
    /// Appends the layer to the tile.
    void finish(std::string& tile) { m_writer.finish(tile); }

private:
    [[nodiscard]] bool is_in_class(std::size_t row) const;
    void to_units(geometry::GeometryColumn& geometry);
    [[nodiscard]] bool takes_more() const noexcept { return m_left != 0 && !m_room.is_full; }
    void write(feature::FeatureBatch const& batch, std::size_t row);

    VectorStep const& m_step;
    MvtItems const& m_items;
    Budget& m_budget;
    MvtRoom const& m_room;
    std::int64_t m_left; ///< features that may follow; below 0: all
    style::ClassIndex m_class_index;
    std::unique_ptr<ShapeTransform> m_transform;    ///< GEOMTRANSFORM of the layer
    geometry::PixelProjector m_cutter;              ///< to the query's box, in the layer's CRS
    std::optional<geometry::Point> m_cut_edge_step; ///< set if cut edges must be divided
    crs::ApproximateTransformation m_to_map;
    geometry::PixelProjector m_projector; ///< to units of the tile, cut at its buffer
    geometry::GeometryColumn m_cut;
    geometry::GeometryColumn m_units;
    std::vector<std::vector<std::int32_t>> m_rounds;
    MvtGeometry m_geometry;
    MvtWriter m_writer;
};

} // namespace ms::render
