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

#ifndef SWIG
    Node<mapfile::Cluster> node;

    /// Of a layer without CLUSTER.
    [[nodiscard]] static mapfile::Cluster unset_block()
    {
        return {.max_distance = 10};
    }
    /// Whether the layer has a CLUSTER.
    [[nodiscard]] bool is_used() const noexcept
    {
        auto const& block = node.block;
        return !block.region.empty() || block.group.is_set() || block.filter.is_set();
    }
#endif
};

#ifndef SWIG
extern template struct Exchange<clusterObj>;
#endif

} // namespace ms::script
