// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LEGEND, SCALEBAR, REFERENCE, QUERYMAP and WEB for scripts.

#include "mapfile/model/map.hpp"
#include "script/geometry.hpp"
#include "script/hash_table.hpp"
#include "script/label.hpp"

namespace ms::script {

struct legendObj : Node<mapfile::Legend>, InMap {
    colorObj imagecolor, outlinecolor;
    std::shared_ptr<labelObj> label;
    int height = 0, width = 0;

    legendObj() { lift(*this, {}); }
};

struct scalebarObj : Node<mapfile::ScaleBar> {
    colorObj color, backgroundcolor, imagecolor, outlinecolor;
    std::shared_ptr<labelObj> label;

    scalebarObj() { lift(*this, {}); }
};

struct referenceMapObj : Node<mapfile::Reference>, InMap {
    rectObj extent;
    colorObj color, outlinecolor;

    referenceMapObj() { lift(*this, {}); }
};

struct queryMapObj : Node<mapfile::QueryMap>, InMap {
    colorObj color;

    queryMapObj() { lift(*this, {}); }
};

struct webObj : Node<mapfile::Web>, InMap {
    hashTableObj metadata, validation;

    webObj() { lift(*this, {}); }
};

} // namespace ms::script
