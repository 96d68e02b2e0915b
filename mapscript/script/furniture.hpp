// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LEGEND, SCALEBAR, REFERENCE, QUERYMAP and WEB for scripts.

#include "mapfile/model/map.hpp"
#include "script/geometry.hpp"
#include "script/hash_table.hpp"
#include "script/label.hpp"

namespace ms::script {

#ifndef SWIG
/// A label that its part always has, with the mark of the block whether it is written.
struct OwnLabel {
    mapfile::Label& block;
    bool& is_written;
};
#endif

struct legendObj : Node<legendObj, mapfile::Legend>, InMap {
    colorObj imagecolor, outlinecolor;
    std::shared_ptr<labelObj> label;
    int height = 0, width = 0;

    legendObj() { lift({}); }
#ifndef SWIG
    auto objects(mapfile::Legend& model)
    {
        return std::tuple{Row{imagecolor, model.image_color},
                          Row{outlinecolor, model.outline_color},
                          Row{label, OwnLabel{model.label, model.has_label}}};
    }
#endif
};

struct scalebarObj : Node<scalebarObj, mapfile::ScaleBar> {
    colorObj color, backgroundcolor, imagecolor, outlinecolor;
    std::shared_ptr<labelObj> label;

    scalebarObj() { lift({}); }
#ifndef SWIG
    auto objects(mapfile::ScaleBar& model)
    {
        return std::tuple{Row{color, model.color}, Row{backgroundcolor, model.background_color},
                          Row{imagecolor, model.image_color},
                          Row{outlinecolor, model.outline_color},
                          Row{label, OwnLabel{model.label, model.has_label}}};
    }
#endif
};

struct referenceMapObj : Node<referenceMapObj, mapfile::Reference>, InMap {
    rectObj extent;
    colorObj color, outlinecolor;

    referenceMapObj() { lift({}); }
#ifndef SWIG
    auto objects(mapfile::Reference& model)
    {
        return std::tuple{Row{extent, model.extent}, Row{color, model.color},
                          Row{outlinecolor, model.outline_color}};
    }
#endif
};

struct queryMapObj : Node<queryMapObj, mapfile::QueryMap>, InMap {
    colorObj color;

    queryMapObj() { lift({}); }
#ifndef SWIG
    auto objects(mapfile::QueryMap& model)
    {
        return std::tuple{Row{color, model.color}};
    }
#endif
};

struct webObj : Node<webObj, mapfile::Web>, InMap {
    hashTableObj metadata, validation;

    webObj() { lift({}); }
#ifndef SWIG
    auto objects(mapfile::Web& model)
    {
        return std::tuple{Row{metadata, model.metadata}, Row{validation, model.validation}};
    }
#endif
};

} // namespace ms::script
