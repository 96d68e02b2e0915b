// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Labels that wait to be drawn, and classes whose objects scripts cannot reach, as in MapServer:
/// the members of its label cache, SCALETOKEN.

#include "mapfile/model/map.hpp"
#include "script/geometry.hpp"

#include <memory>
#include <vector>

namespace ms::script {

struct labelCacheObj {
    int num_rendered_members = 0;
    void freeCache()
    {
        num_rendered_members = 0;
#ifndef SWIG
        waiting.clear();
#endif
    }

#ifndef SWIG
    /// Of layers and shapes that were drawn separately into an image.
    std::vector<mapfile::Layer> waiting;
#endif
};

struct labelCacheMemberObj {
    int numtextsymbols = 0, layerindex = 0, classindex = 0, status = 0, markerid = 0;
    std::shared_ptr<pointObj> point = std::make_shared<pointObj>(0, 0, 0, 0);
    rectObj bbox{0, 0, 0, 0};
    std::shared_ptr<lineObj> leaderline;
    std::shared_ptr<rectObj> leaderbbox;
};

struct markerCacheMemberObj {
    int id = 0;
    rectObj bounds{0, 0, 0, 0};
};

struct labelCacheSlotObj {
    int numlabels = 0, cachesize = 0, nummarkers = 0, markercachesize = 0;
    std::shared_ptr<labelCacheMemberObj> labels;
    std::shared_ptr<markerCacheMemberObj> markers;
};

/// SCALETOKEN: those of layers come from mapfiles and updateFromString().
struct scaleTokenEntryObj {
    double minscale = 0, maxscale = 0;
    Text value;
};

struct scaleTokenObj {
    Text name;
    int n_entries = 0;
    std::shared_ptr<scaleTokenEntryObj> tokens; ///< the first one
};

} // namespace ms::script
