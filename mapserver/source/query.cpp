// SPDX-License-Identifier: MIT
#include "source/query.hpp"

namespace ms::source {

void add_condition(Query& query, mapfile::Layer const& layer, expr::Expression const& condition)
{
    auto& filter = layer.has_clusters() ? query.cluster_filter : query.filter;
    filter = expr::both(filter, condition);
}

} // namespace ms::source
