// SPDX-License-Identifier: MIT
#include "script/cluster.hpp"

#include "script/exchange.hpp"

namespace ms::script {

template <typename Way>
void exchange(Way& way, clusterObj& s, mapfile::Cluster& block)
{
    way(s.maxdistance, block.max_distance);
    way(s.buffer, block.buffer);
    way(s.region, block.region);
}

template struct Exchange<clusterObj>;

} // namespace ms::script
