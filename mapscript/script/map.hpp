// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// MAP for scripts.

#include "mapfile/model/map.hpp"
#include "script/furniture.hpp"
#include "script/label_cache.hpp"
#include "script/layer.hpp"
#include "script/output_format.hpp"
#include "script/symbol.hpp"

namespace ms::render {
struct Overrides;
struct Viewport;
} // namespace ms::render

namespace ms::script {

class OWSRequest;
struct configObj;
struct imageObj;

/// Drawing and requests use a frozen copy, which is reused until something in the map changes: a
/// request never changes the map.
struct mapObj : Node<mapObj, mapfile::Map>, std::enable_shared_from_this<mapObj> {
    rectObj extent;
    double cellsize = 0;
    double scaledenom;
    colorObj imagecolor;
    Text imagetype, mappath;
    Text datapattern, templatepattern, sldurl;
    legendObj legend;
    scalebarObj scalebar;
    referenceMapObj reference;
    queryMapObj querymap;
    webObj web;
    symbolSetObj symbolset;
    fontSetObj fontset;
    hashTableObj configoptions;
    labelCacheObj labelcache;

    /// \param mapfile NULL or "": an empty map
    /// \param config  its settings hold for the process
    explicit mapObj(Text const& mapfile = Text(), std::shared_ptr<configObj> config = nullptr);

    [[nodiscard]] std::shared_ptr<mapObj> clone();
    int save(Text const& filename);
    [[nodiscard]] Text convertToString();

    // Drawing
    [[nodiscard]] std::shared_ptr<imageObj> draw();
    [[nodiscard]] std::shared_ptr<imageObj> prepareImage();
    int drawLabelCache(imageObj& image);
    /// \param scale_independent ignores the scale limits of layers and classes
    [[nodiscard]] std::shared_ptr<imageObj> drawLegend(int scale_independent = 0);
    [[nodiscard]] std::shared_ptr<imageObj> drawQuery();
    [[nodiscard]] std::shared_ptr<imageObj> drawScalebar();
    [[nodiscard]] std::shared_ptr<imageObj> drawReferenceMap();
    /// Into an image of pixels, at POSITION.
    int embedLegend(imageObj& image);
    int embedScalebar(imageObj& image);

    // Services
    /// Answers as the server does, into the buffer or to standard output.
    /// \return MS_SUCCESS, or MS_DONE if the request is for no service
    /// \throws Failure after an exception report was written
    int OWSDispatch(OWSRequest& req);
    /// Applies the parameters of a GetMap request to the map.
    int loadOWSParameters(OWSRequest& req, Text const& wmtver_string = Text("1.1.1"));
    int applySLD(Text const& sld);
    int applySLDURL(Text const& sld);
    int saveMapContext(Text const& szFileName);
    int loadMapContext(Text const& szFileName, int useUniqueNames = 0);
    [[nodiscard]] Text generateSLD(Text const& sldVersion = Text());
    void apply_substitutions(hashTableObj const& names);
    void applyDefaultSubstitutions();

    // Queries; results are with the layers
    int queryByPoint(pointObj const& point, int mode, double buffer);
    int queryByRect(rectObj const& rect);
    int queryByShape(shapeObj const& shape);
    int queryByFeatures(int slayer);
    int queryByFilter(Text const& string);
    void freeQuery(int qlayer = -1);
    int saveQuery(Text const& filename, int results = 0);
    int loadQuery(Text const& filename);
    int saveQueryAsGML(Text const& filename, Text const& ns = Text("GOMF"));
    /// Makes scaledenom and cellsize those of the image.
    void prepareQuery();

    // Pages. The entries are parameters, [name] in a template; numentries -1: all of them.
    /// WEB TEMPLATE. \param bGenerateImages also saves images in IMAGEPATH
    [[nodiscard]] Text process_template(int bGenerateImages, std::vector<std::string> const& names,
                                        std::vector<std::string> const& values,
                                        int numentries = -1);
    /// TEMPLATE with the results; "" without any.
    [[nodiscard]] Text process_query_template(std::vector<std::string> const& names,
                                              std::vector<std::string> const& values,
                                              int numentries = -1);
    /// LEGEND TEMPLATE; icons are saved in IMAGEPATH. NULL without one.
    [[nodiscard]] Text process_legend_template(std::vector<std::string> const& names,
                                               std::vector<std::string> const& values,
                                               int numentries = -1);

    // Layers
    [[nodiscard]] std::shared_ptr<layerObj> getLayer(int i) const { return at_or_null(layers, i); }
    [[nodiscard]] std::shared_ptr<layerObj> getLayerByName(Text const& name) const;
    int insertLayer(std::shared_ptr<layerObj> layer, int index = -1);
    std::shared_ptr<layerObj> removeLayer(int index);
    int moveLayerUp(int layerindex);
    int moveLayerDown(int layerindex);
    [[nodiscard]] std::vector<int> getLayerOrder() const { return layerorder; }
    int setLayerOrder(std::vector<int> order);
    [[nodiscard]] std::vector<int> getLayersDrawingOrder() const { return layerorder; }
    int setLayersDrawingOrder(std::vector<int> order) { return setLayerOrder(std::move(order)); }
    [[nodiscard]] int get_maxlayers() const
    {
        return rounded_up(layers.size(), MS_LAYER_ALLOCSIZE);
    }

    // View
    int setExtent(double minx, double miny, double maxx, double maxy);
    int setSize(int width, int height);
    int setCenter(pointObj const& center);
    int offsetExtent(double x, double y);
    int scaleExtent(double zoomfactor, double minscaledenom, double maxscaledenom);
    /// \param zoomfactor 2: twice as close; -2: twice as far; 1: centred only
    int zoomPoint(int zoomfactor, pointObj const& poPixPos, int width, int height,
                  rectObj const& poGeorefExt, std::shared_ptr<rectObj> poMaxGeorefExt);
    int zoomRectangle(rectObj const& poPixRect, int width, int height, rectObj const& poGeorefExt,
                      std::shared_ptr<rectObj> poMaxGeorefExt);
    int zoomScale(double scale, pointObj const& poPixPos, int width, int height,
                  rectObj const& poGeorefExt, std::shared_ptr<rectObj> poMaxGeorefExt);
    void pixelToGeoref(double pixPosX, double pixPosY, pointObj& geoPos);
    int setRotation(double rotation_angle);
    [[nodiscard]] double getRotation() const { return block.angle; }

    // Settings that are not attributes
    void setConfigOption(Text const& key, Text const& value) { configoptions.set(key, value); }
    [[nodiscard]] Text getConfigOption(Text const& key) const
    {
        return key.is_null() ? Text{} : configoptions.get(key);
    }
    void applyConfigOptions() const;
    int setFontSet(Text const& filename);
    int setSymbolSet(Text const& szFileName);
    [[nodiscard]] int getNumSymbols() const { return static_cast<int>(symbolset.symbols.size()); }
    int getSymbolByName(Text const& name) { return symbolset.index(name); }

    // Output formats
    void selectOutputFormat(Text const& imagetype);
    void setImageType(Text const& imagetype) { selectOutputFormat(imagetype); }
    void setOutputFormat(std::shared_ptr<outputFormatObj> format);
    int appendOutputFormat(std::shared_ptr<outputFormatObj> format);
    int removeOutputFormat(Text const& name);
    [[nodiscard]] std::shared_ptr<outputFormatObj> getOutputFormat(int i) const
    {
        return at_or_null(formats, i);
    }
    [[nodiscard]] std::shared_ptr<outputFormatObj> getOutputFormatByName(Text const& name);
    [[nodiscard]] std::shared_ptr<outputFormatObj> get_outputformat() const { return outputformat; }

    /// The config that the map was made with, or NULL.
    [[nodiscard]] std::shared_ptr<configObj> get_config() const { return config; }

#ifndef SWIG
    explicit mapObj(std::shared_ptr<mapfile::Map const> loaded);
    auto objects(mapfile::Map& model)
    {
        return std::tuple{Row{extent, model.extent},
                          Row{imagecolor, model.image_color},
                          Row{configoptions, model.config},
                          Row{mappath, Folder{model.origin.directory}},
                          Row{fontset.fonts, Fonts{model.fonts}},
                          Row{layers, model.layers},
                          Row{symbolset.symbols, model.symbols},
                          Row{formats, model.output_formats},
                          Row{legend, model.legend},
                          Row{scalebar, model.scale_bar},
                          Row{reference, model.reference},
                          Row{querymap, model.query_map},
                          Row{web, model.web}};
    }
    void complete();

    /// The blocks as they are now, put together.
    enum class Formats : std::uint8_t { All, OfMapfile };
    [[nodiscard]] mapfile::Map current(Formats of);
    /// The map as it is now, for the library.
    [[nodiscard]] std::shared_ptr<mapfile::Map const> freeze();
    /// A path that a script gives: relative ones start at the map's folder.
    [[nodiscard]] std::filesystem::path path_of(Text const& written) const;

    Children<layerObj> layers;
    std::vector<int> layerorder; ///< indices of layers, in the order they are drawn
    Children<outputFormatObj> formats;
    std::shared_ptr<outputFormatObj> outputformat;
    std::shared_ptr<configObj> config;

private:
    std::shared_ptr<mapfile::Map const> m_frozen;
    Version m_frozen_version = 0;
#endif
};

/// Makes the parts of a new map know it. A language's constructor calls it when the map has its
/// owner.
void adopt_children(std::shared_ptr<mapObj> const& map);

/// \param mappath where relative paths start; NULL: the current folder
[[nodiscard]] std::shared_ptr<mapObj>
msLoadMapFromString(Text const& buffer, Text const& mappath,
                    std::shared_ptr<configObj> config = nullptr);

} // namespace ms::script
