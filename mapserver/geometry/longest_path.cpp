// SPDX-License-Identifier: MIT
#include "geometry/longest_path.hpp"

#include "geometry/geos_limit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <queue>

namespace ms::geometry {

namespace {

constexpr std::size_t max_steps = 4'000'000; // visited edges before a single sweep must do
constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

struct Neighbour {
    std::size_t node = 0;
    double length = 0;
};

struct Network {
    std::vector<Point> nodes;
    std::vector<std::vector<Neighbour>> neighbours;
};

Network network_of(std::vector<Edge> const& edges)
{
    Network network;
    std::map<std::pair<double, double>, std::size_t> numbers;
    auto const number = [&](Point p) {
        auto const [entry, is_new] = numbers.try_emplace({p.x, p.y}, network.nodes.size());
        if (is_new) {
            network.nodes.push_back(p);
            network.neighbours.emplace_back();
        }
        return entry->second;
    };
    for (auto const& edge : edges) {
        auto const a = number(edge.a);
        auto const b = number(edge.b);
        double const length = std::hypot(edge.b.x - edge.a.x, edge.b.y - edge.a.y);
        network.neighbours[a].push_back({b, length});
        network.neighbours[b].push_back({a, length});
    }
    return network;
}

/// Shortest ways from one node to all others (Dijkstra 1959).
struct Ways {
    std::vector<double> length;
    std::vector<std::size_t> before;
    std::size_t farthest = 0;
};

Ways ways_from(Network const& network, std::size_t start)
{
    constexpr double far = std::numeric_limits<double>::infinity();
    Ways ways{std::vector<double>(network.nodes.size(), far),
              std::vector<std::size_t>(network.nodes.size(), nowhere), start};
    using Entry = std::pair<double, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    ways.length[start] = 0;
    open.emplace(0, start);
    for (std::size_t step = 0; !open.empty(); ++step) {
        if (step % 1024 == 0) {
            look_at_geos_time();
        }
        auto const [length, node] = open.top();
        open.pop();
        if (length > ways.length[node]) {
            continue;
        }
        if (length > ways.length[ways.farthest]) {
            ways.farthest = node;
        }
        for (auto const& next : network.neighbours[node]) {
            if (length + next.length < ways.length[next.node]) {
                ways.length[next.node] = length + next.length;
                ways.before[next.node] = node;
                open.emplace(ways.length[next.node], next.node);
            }
        }
    }
    return ways;
}

std::vector<Point> path_to_farthest(Network const& network, Ways const& ways)
{
    std::vector<Point> path;
    for (auto node = ways.farthest; node != nowhere; node = ways.before[node]) {
        path.push_back(network.nodes[node]);
    }
    return path;
}

} // namespace

std::vector<Point> longest_path(std::vector<Edge> const& edges)
{
    if (edges.empty()) {
        return {};
    }
    auto const network = network_of(edges);
    std::vector<std::size_t> ends;
    for (std::size_t node = 0; node < network.nodes.size(); ++node) {
        if (network.neighbours[node].size() == 1) {
            ends.push_back(node);
        }
    }
    if (ends.empty() || ends.size() > max_steps / edges.size()) {
        ends = {ways_from(network, ends.empty() ? 0 : ends.front()).farthest};
    }
    Ways best;
    double longest = -1;
    for (auto const end : ends) {
        auto ways = ways_from(network, end);
        if (double const length = ways.length[ways.farthest]; length > longest) {
            longest = length;
            best = std::move(ways);
        }
    }
    return path_to_farthest(network, best);
}

} // namespace ms::geometry
