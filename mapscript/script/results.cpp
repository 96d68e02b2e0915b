// SPDX-License-Identifier: MIT
#include "script/results.hpp"

#include "geometry/types.hpp"

namespace ms::script {

void resultCacheObj::add(std::shared_ptr<resultObj> result, rectObj const& box)
{
    auto all = box.box();
    if (!results.empty()) {
        all.extend({bounds.minx, bounds.miny});
        all.extend({bounds.maxx, bounds.maxy});
    }
    bounds = rectObj{all};
    results.push_back(std::move(result));
}

} // namespace ms::script
