// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What MapServer's scripts know of its label cache. Labels are drawn with their map and nothing is
/// kept to be drawn later: only the number of those that were drawn is ever filled in, and nothing
/// leads to the other classes, as in MapServer.

#include "script/geometry.hpp"

#include <memory>

namespace ms::script {

struct labelCacheObj {
    int num_rendered_members = 0;
    void freeCache() { num_rendered_members = 0; }
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

} // namespace ms::script
