// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CLASS for scripts.

#include "mapfile/model/class.hpp"
#include "script/hash_table.hpp"
#include "script/label.hpp"

namespace ms::script {

struct imageObj;
struct layerObj;
struct mapObj;

struct classObj : Node<classObj, mapfile::Class>,
                  StyleHolder,
                  std::enable_shared_from_this<classObj> {
    int sizeunits = -1;
    hashTableObj metadata, validation;
    std::shared_ptr<labelLeaderObj> leader; ///< NULL without a LEADER

    classObj() { lift({}); }

    /// The class in a legend: pixels of the map's output format.
    [[nodiscard]] std::shared_ptr<imageObj> createLegendIcon(mapObj& map, layerObj& layer,
                                                             int width, int height);
    int drawLegendIcon(mapObj& map, layerObj& layer, int width, int height, imageObj& dstImage,
                       int dstX, int dstY);

    [[nodiscard]] std::shared_ptr<layerObj> get_layer() const { return parent.lock(); }

#ifndef SWIG
    explicit classObj(Blank) {}
    auto objects(mapfile::Class& model)
    {
        return std::tuple{Row{metadata, model.metadata}, Row{validation, model.validation},
                          Row{styles, model.styles}, Row{labels, model.labels},
                          Row{leader, model.leader}};
    }
    Children<labelObj> labels;
    std::weak_ptr<layerObj> parent;
#endif
};

} // namespace ms::script
