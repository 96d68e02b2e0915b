// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LAYER and CLUSTER for scripts.

#include "mapfile/model/layer.hpp"
#include "script/class.hpp"
#include "script/compositor.hpp"
#include "script/convert.hpp"
#include "script/geometry.hpp"
#include "script/results.hpp"

namespace ms::script {

struct imageObj;
struct mapObj;
class OpenLayer;

struct clusterObj : Node<clusterObj, mapfile::Cluster> {
    clusterObj() { block.max_distance = 0; }

#ifndef SWIG
    /// Whether the layer has a CLUSTER.
    [[nodiscard]] bool is_used() const noexcept
    {
        return !block.region.empty() || block.group.is_set() || block.filter.is_set();
    }
#endif
};

struct layerObj : Node<layerObj, mapfile::Layer>, InMap, std::enable_shared_from_this<layerObj> {
    int connectiontype; ///< several numbers are one value of the model
    Text plugin_library;
    hashTableObj bindvals, connectionoptions, metadata, validation;
    clusterObj cluster;
    rectObj extent;
    colorObj offsite;
    std::shared_ptr<LayerCompositer> compositer;

    // Of MapServer's, which nothing here uses.
    int startindex = -1, rendermode = 0, utfitemindex = -1;
    Text bandsitem;

    layerObj() { lift({}); }

    [[nodiscard]] std::shared_ptr<layerObj> clone() const;

    // Classes
    [[nodiscard]] std::shared_ptr<classObj> getClass(int i) const { return at_or_null(classes, i); }
    int insertClass(std::shared_ptr<classObj> classobj, int index = -1);
    std::shared_ptr<classObj> removeClass(int index);
    [[nodiscard]] int get_maxclasses() const
    {
        return rounded_up(classes.size(), MS_CLASS_ALLOCSIZE);
    }
    /// The class that draws a shape whose values are those of the open layer's items, or -1.
    /// \param classgroup indices of the classes to test, the first numclasses of them; empty: all
    [[nodiscard]] int getClassIndex(mapObj& map, shapeObj const& shape,
                                    std::vector<int> const& classgroup = std::vector<int>(),
                                    int numclasses = 0);

    // Settings that are not attributes
    void setProcessingKey(Text const& key, Text const& value);
    [[nodiscard]] Text getProcessingKey(Text const& key) const;
    [[nodiscard]] Text getProcessing(int index) const;
    void addProcessing(Text const& directive);
    int clearProcessing();
    int setConnectionType(int connectiontype, Text const& library_str);
    void setGeomTransform(Text const& transform);
    [[nodiscard]] Text getGeomTransform() const { return text_or_null(block.geom_transform); }
    void setOpacity(int opacity);
    [[nodiscard]] int getOpacity() const { return compositer ? compositer->opacity : 100; }
    int setExtent(double minx = -1, double miny = -1, double maxx = -1, double maxy = -1);
    int draw(mapObj& map, imageObj& image);
    int drawQuery(mapObj& map, imageObj& image);
    int applySLD(Text const& sld, Text const& stylelayer);
    int applySLDURL(Text const& sld, Text const& stylelayer);
    [[nodiscard]] Text generateSLD();

    // Features, one by one
    int open();
    void close() { reading.reset(); }
    int whichShapes(rectObj const& rect);
    /// NULL after the last one.
    [[nodiscard]] std::shared_ptr<shapeObj> nextShape();
    [[nodiscard]] std::shared_ptr<shapeObj> getShape(resultObj const& record);
    [[nodiscard]] int getNumFeatures();
    /// EXTENT, else that of the data.
    [[nodiscard]] std::shared_ptr<rectObj> getExtent();
    [[nodiscard]] Text getItem(int i) const;
    /// NULL for a closed layer; "" without gml_types.
    [[nodiscard]] Text getItemType(int i) const;
    [[nodiscard]] int get_numitems() const;
    /// The attributes that whichShapes() and getShape() read from now on; numitems -1: all named.
    int setItems(std::vector<std::string> const& items, int numitems = -1);
    [[nodiscard]] int isVisible();

    // Queries
    int queryByPoint(mapObj& map, pointObj const& point, int mode, double buffer);
    int queryByRect(mapObj& map, rectObj const& rect);
    int queryByShape(mapObj& map, shapeObj const& shape);
    int queryByFeatures(mapObj& map, int slayer);
    int queryByFilter(mapObj& map, Text const& string);
    int queryByAttributes(mapObj& map, Text const& qitem, Text const& qstring, int mode);
    int queryByIndex(mapObj& map, int tileindex, int shapeindex, int bAddToQuery = 0);
    /// NULL before a query and after one that found nothing.
    [[nodiscard]] std::shared_ptr<resultCacheObj> getResults() const { return results; }
    [[nodiscard]] int getNumResults() const { return results ? results->size() : 0; }
    [[nodiscard]] std::shared_ptr<resultObj> getResult(int i) const
    {
        return results ? results->getResult(i) : nullptr;
    }
    [[nodiscard]] std::shared_ptr<rectObj> getResultsBounds() const
    {
        return results ? std::make_shared<rectObj>(results->bounds) : nullptr;
    }
    /// Adds to the inline features.
    int addFeature(shapeObj const& shape);
    [[nodiscard]] Text get_utfdata() const;

    [[nodiscard]] int get_index() const;

#ifndef SWIG
    explicit layerObj(Blank) {}
    auto objects(mapfile::Layer& model)
    {
        return std::tuple{Row{connectiontype, Connection{model.connection_type}},
                          Row{bindvals, model.bind_values},
                          Row{connectionoptions, model.connection_options},
                          Row{extent, model.extent},
                          Row{offsite, model.offsite},
                          Row{metadata, model.metadata},
                          Row{validation, model.validation},
                          Row{compositer, model.compositors},
                          Row{cluster, model.cluster},
                          Row{classes, model.classes}};
    }
    void complete();
    Children<classObj> classes;
    std::shared_ptr<OpenLayer> reading;      ///< between open() and close()
    std::shared_ptr<resultCacheObj> results; ///< of the last query
#endif
};

#ifndef SWIG
/// A shape as an inline feature.
[[nodiscard]] mapfile::Feature feature_of(shapeObj const& shape);
/// The map of a layer. \throws Failure{MS_NULLPARENTERR} if it has none
[[nodiscard]] std::shared_ptr<mapObj> map_of(layerObj const& layer);
#endif

} // namespace ms::script
