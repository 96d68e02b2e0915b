// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LEGEND, SCALEBAR, REFERENCE, QUERYMAP and WEB for scripts.

#include "mapfile/model/map.hpp"
#include "script/geometry.hpp"
#include "script/hash_table.hpp"
#include "script/label.hpp"

namespace ms::script {

struct legendObj : Node<legendObj, mapfile::Legend>, InMap {
    colorObj imagecolor, outlinecolor;
    std::shared_ptr<labelObj> label;
    int height = 0, width = 0;

    legendObj() { lift({}); }
};

struct scalebarObj : Node<scalebarObj, mapfile::ScaleBar> {
    colorObj color, backgroundcolor, imagecolor, outlinecolor;
    std::shared_ptr<labelObj> label;

    scalebarObj() { lift({}); }
};

struct referenceMapObj : Node<referenceMapObj, mapfile::Reference>, InMap {
    rectObj extent;
    colorObj color, outlinecolor;

    referenceMapObj() { lift({}); }
};

struct queryMapObj : Node<queryMapObj, mapfile::QueryMap>, InMap {
    colorObj color;

    queryMapObj() { lift({}); }
};

struct webObj : Node<webObj, mapfile::Web>, InMap {
    hashTableObj metadata, validation;

    webObj() { lift({}); }
};

} // namespace ms::script
