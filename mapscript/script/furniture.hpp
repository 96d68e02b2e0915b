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

    legendObj() { lift(*this, {}); }
    [[nodiscard]] std::shared_ptr<mapObj> get_map() const { return parent.lock(); }

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

    scalebarObj() { lift(*this, {}); }

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

    referenceMapObj() { lift(*this, {}); }
    [[nodiscard]] std::shared_ptr<mapObj> get_map() const { return parent.lock(); }

#ifndef SWIG
    Node<mapfile::Reference> node;
    std::weak_ptr<mapObj> parent;
#endif
};

struct queryMapObj {
    int height, width, status, style;
    colorObj color;

    queryMapObj() { lift(*this, {}); }
    [[nodiscard]] std::shared_ptr<mapObj> get_map() const { return parent.lock(); }

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

    webObj() { lift(*this, {}); }
    [[nodiscard]] std::shared_ptr<mapObj> get_map() const { return parent.lock(); }

#ifndef SWIG
    Node<mapfile::Web> node;
    std::weak_ptr<mapObj> parent;
#endif
};

#ifndef SWIG
extern template struct Exchange<legendObj>;
extern template struct Exchange<scalebarObj>;
extern template struct Exchange<referenceMapObj>;
extern template struct Exchange<queryMapObj>;
extern template struct Exchange<webObj>;
#endif

} // namespace ms::script
