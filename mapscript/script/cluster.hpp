// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CLUSTER for scripts.

#include "mapfile/model/layer.hpp"
#include "script/node.hpp"
#include "script/text.hpp"

namespace ms::script {

struct clusterObj {
    double maxdistance = 0;
    double buffer = 0;
    Text region;

    clusterObj() = default;

    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();
    int setGroup(Text const& group);
    [[nodiscard]] Text getGroupString() const;
    int setFilter(Text const& filter);
    [[nodiscard]] Text getFilterString() const;

#ifndef SWIG
    Node<mapfile::Cluster> node;
#endif
};

#ifndef SWIG
/// No cluster without a region.
Version sync(clusterObj& cluster);
[[nodiscard]] std::optional<mapfile::Cluster> compose(clusterObj const& cluster);
void lift(clusterObj& cluster, mapfile::Cluster block);
#endif

} // namespace ms::script
