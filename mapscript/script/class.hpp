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

    classObj();

    [[nodiscard]] std::shared_ptr<classObj> clone() const;
    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();
    int setExpression(Text const& expression);
    [[nodiscard]] Text getExpressionString() const;
    int setText(Text const& text);
    [[nodiscard]] Text getTextString() const;

    [[nodiscard]] std::shared_ptr<labelObj> getLabel(int i) const;
    int addLabel(std::shared_ptr<labelObj> label);
    std::shared_ptr<labelObj> removeLabel(int index);
    [[nodiscard]] int get_numlabels() const;

    /// The class in a legend: pixels of the map's output format.
    [[nodiscard]] std::shared_ptr<imageObj> createLegendIcon(mapObj& map, layerObj& layer,
                                                             int width, int height);
    int drawLegendIcon(mapObj& map, layerObj& layer, int width, int height, imageObj& dstImage,
                       int dstX, int dstY);

    [[nodiscard]] std::shared_ptr<layerObj> get_layer() const;
    [[nodiscard]] int get_refcount() const;

#ifndef SWIG
    explicit classObj(mapfile::Class block);
    Node<mapfile::Class> node;
    Children<labelObj> labels;
    std::weak_ptr<layerObj> parent;
#endif
};

#ifndef SWIG
Version sync(classObj& klass);
[[nodiscard]] mapfile::Class compose(classObj const& klass);
void lift(classObj& klass, mapfile::Class block);
#endif

} // namespace ms::script
