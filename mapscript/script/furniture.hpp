// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LEGEND, SCALEBAR, REFERENCE, QUERYMAP and WEB for scripts.

#include "mapfile/model/map.hpp"
#include "script/geometry.hpp"
#include "script/hash_table.hpp"
#include "script/label.hpp"

namespace ms::script {

struct mapObj;

struct legendObj {
    colorObj imagecolor, outlinecolor;
    int keysizex, keysizey, keyspacingx, keyspacingy;
    std::shared_ptr<labelObj> label;
    int status, position, postlabelcache, transparent;
    int height = 0, width = 0;
    Text template_; ///< "template"

    legendObj();
    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();
    [[nodiscard]] std::shared_ptr<mapObj> get_map() const;

#ifndef SWIG
    Node<mapfile::Legend> node;
    std::weak_ptr<mapObj> parent;
#endif
};

struct scalebarObj {
    colorObj color, backgroundcolor, imagecolor, outlinecolor;
    std::shared_ptr<labelObj> label;
    int height, width, style, intervals, units, status, position, postlabelcache, align,
        transparent;
    int offsetx, offsety;

    scalebarObj();
    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();

#ifndef SWIG
    Node<mapfile::ScaleBar> node;
#endif
};

struct referenceMapObj {
    rectObj extent;
    int height, width;
    colorObj color, outlinecolor;
    Text image, markername;
    int status, marker, markersize, minboxsize, maxboxsize;

    referenceMapObj();
    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();
    [[nodiscard]] std::shared_ptr<mapObj> get_map() const;

#ifndef SWIG
    Node<mapfile::Reference> node;
    std::weak_ptr<mapObj> parent;
#endif
};

struct queryMapObj {
    int height, width, status, style;
    colorObj color;

    queryMapObj();
    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();
    [[nodiscard]] std::shared_ptr<mapObj> get_map() const;

#ifndef SWIG
    Node<mapfile::QueryMap> node;
    std::weak_ptr<mapObj> parent;
#endif
};

struct webObj {
    Text imagepath, imageurl, temppath, header, footer, empty, error;
    Text template_, mintemplate, maxtemplate; ///< "template"
    Text queryformat, legendformat, browseformat;
    double minscaledenom, maxscaledenom;
    hashTableObj metadata, validation;

    webObj();
    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();
    [[nodiscard]] std::shared_ptr<mapObj> get_map() const;

#ifndef SWIG
    Node<mapfile::Web> node;
    std::weak_ptr<mapObj> parent;
#endif
};

#ifndef SWIG
Version sync(legendObj& legend);
Version sync(scalebarObj& scalebar);
Version sync(referenceMapObj& reference);
Version sync(queryMapObj& querymap);
Version sync(webObj& web);
[[nodiscard]] mapfile::Legend compose(legendObj const& legend);
[[nodiscard]] mapfile::ScaleBar compose(scalebarObj const& scalebar);
[[nodiscard]] mapfile::Reference compose(referenceMapObj const& reference);
[[nodiscard]] mapfile::QueryMap compose(queryMapObj const& querymap);
[[nodiscard]] mapfile::Web compose(webObj const& web);
void lift(legendObj& legend, mapfile::Legend block);
void lift(scalebarObj& scalebar, mapfile::ScaleBar block);
void lift(referenceMapObj& reference, mapfile::Reference block);
void lift(queryMapObj& querymap, mapfile::QueryMap block);
void lift(webObj& web, mapfile::Web block);
#endif

} // namespace ms::script
