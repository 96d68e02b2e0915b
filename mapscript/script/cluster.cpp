// SPDX-License-Identifier: MIT
#include "script/cluster.hpp"

#include "script/constants.hpp"
#include "script/exchange.hpp"
#include "script/snippet.hpp"

namespace ms::script {

namespace {

template <typename Way>
void exchange(Way& way, clusterObj& s)
{
    way(s.maxdistance, s.node.block.max_distance);
    way(s.buffer, s.node.block.buffer);
    way(s.region, s.node.block.region);
}

} // namespace

void lift(clusterObj& cluster, mapfile::Cluster block)
{
    cluster.node.block = std::move(block);
    cluster.node.touch();
    Lift way;
    exchange(way, cluster);
}

Version sync(clusterObj& cluster)
{
    Lower way;
    exchange(way, cluster);
    if (way.has_changed) {
        cluster.node.touch();
    }
    return cluster.node.version;
}

std::optional<mapfile::Cluster> compose(clusterObj const& cluster)
{
    auto const& block = cluster.node.block;
    bool const is_used = !block.region.empty() || block.group.is_set() || block.filter.is_set();
    return is_used ? std::optional{block} : std::nullopt;
}

int clusterObj::updateFromString(Text const& snippet)
{
    sync(*this);
    auto block = node.block;
    read_snippet(snippet, block, "msUpdateClusterFromString()");
    lift(*this, std::move(block));
    return MS_SUCCESS;
}

Text clusterObj::convertToString()
{
    sync(*this);
    return node.block == mapfile::Cluster{} ? Text{""} : text_of(node.block); // unset
}

int clusterObj::setGroup(Text const& group)
{
    node.block.group = read_expression(group, "setGroup()");
    node.touch();
    return MS_SUCCESS;
}

Text clusterObj::getGroupString() const
{
    return text_of(node.block.group);
}

int clusterObj::setFilter(Text const& filter)
{
    node.block.filter = read_expression(filter, "setFilter()");
    node.touch();
    return MS_SUCCESS;
}

Text clusterObj::getFilterString() const
{
    return text_of(node.block.filter);
}

} // namespace ms::script
