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

struct classObj : StyleHolder, std::enable_shared_from_this<classObj> {
    Text name, title, group;
    int status;
    int isfallback;
    double minscaledenom, maxscaledenom;
    int minfeaturesize;
    Text template_; ///< "template"
    Text keyimage;
    int debug;
    int sizeunits = -1;
    hashTableObj metadata, validation;
    std::shared_ptr<labelLeaderObj> leader; ///< NULL without a LEADER

    classObj() : classObj(mapfile::Class{}) {}

    [[nodiscard]] std::shared_ptr<labelObj> getLabel(int i) const;
    int addLabel(std::shared_ptr<labelObj> label);
    std::shared_ptr<labelObj> removeLabel(int index);

    /// The class in a legend: pixels of the map's output format.
    [[nodiscard]] std::shared_ptr<imageObj> createLegendIcon(mapObj& map, layerObj& layer,
                                                             int width, int height);
    int drawLegendIcon(mapObj& map, layerObj& layer, int width, int height, imageObj& dstImage,
                       int dstX, int dstY);

    [[nodiscard]] std::shared_ptr<layerObj> get_layer() const { return parent.lock(); }

#ifndef SWIG
    explicit classObj(mapfile::Class block)
    {
        lift(*this, std::move(block));
    }
    Node<mapfile::Class> node;
    Children<labelObj> labels;
    std::weak_ptr<layerObj> parent;
#endif
};

#ifndef SWIG
extern template struct Exchange<classObj>;
#endif

} // namespace ms::script
