// SPDX-License-Identifier: MIT
#include "script/results.hpp"

#include "geometry/types.hpp"

namespace ms::script {

resultObj::resultObj(long index) : shapeindex(index) {}

std::shared_ptr<resultObj> resultCacheObj::getResult(int i) const
{
    bool const is_one = i >= 0 && static_cast<std::size_t>(i) < results.size();
    return is_one ? results[static_cast<std::size_t>(i)] : nullptr;
}

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
