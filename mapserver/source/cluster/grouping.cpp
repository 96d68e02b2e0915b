// SPDX-License-Identifier: MIT
#include "source/cluster/grouping.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ms::source::cluster {

namespace {

using geometry::Point;

constexpr std::uint64_t max_pairs = 50'000'000;
/// Of an occupied square: its entry in the hash table and the first block of its list.
constexpr std::size_t square_bytes = 128;

/// Points by the square of the plane they lie in, as wide as the region.
class Squares {
public:
    Squares(Region const& region, Budget& budget) : m_region(region), m_budget(budget) {}

    void add(std::uint32_t index, Place const& place)
    {
        auto& square = m_squares[number_of(place.at)];
        m_budget.keep(square.empty() ? square_bytes : 2 * sizeof(index));
        square.push_back(index);
    }

    /// Those near a place and of its key, in the order they were added within a square.
    template <typename Visit>
    void near(Place const& place, std::span<Place const> places, Visit&& visit) const
    {
        auto const own = number_of(place.at);
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                auto const square = m_squares.find({own.column + dx, own.row + dy});
                if (square == m_squares.end()) {
                    continue;
                }
                for (auto const index : square->second) {
                    auto const& other = places[index];
                    if (other.key == place.key &&
                        m_region.holds(other.at.x - place.at.x, other.at.y - place.at.y)) {
                        visit(index);
                    }
                }
            }
        }
    }

private:
    struct Number {
        double column, row;
        friend bool operator==(Number const&, Number const&) = default;
    };
    struct Hash {
        std::size_t operator()(Number const& number) const noexcept
        {
            std::hash<double> const hash;
            return hash(number.column) * 31 + hash(number.row);
        }
    };
    [[nodiscard]] Number number_of(Point at) const noexcept
    {
        // + 0: -0 is 0.
        return {std::floor(at.x / m_region.distance) + 0.0,
                std::floor(at.y / (m_region.distance * m_region.aspect)) + 0.0};
    }

    Region m_region;
    Budget& m_budget;
    std::unordered_map<Number, std::vector<std::uint32_t>, Hash> m_squares;
};

/// A point with the rest of its neighbourhood.
struct Node {
    std::uint32_t count = 1; ///< neighbours, itself among them
    Point mean;              ///< of them
    std::uint32_t version = 0;
    bool is_taken = false;
    bool is_changed = false;
    bool was_alone = false; ///< from the beginning
};

/// Points with the lowest rank are taken first.
struct Rank {
    bool is_alone = false;
    double offset = 0; ///< from the mean of the neighbourhood, squared
    std::uint32_t count = 0;
    std::uint32_t index = 0;
    std::uint32_t version = 0;

    /// For std::priority_queue: the last in this order is on top.
    friend bool operator<(Rank const& a, Rank const& b) noexcept
    {
        return std::tuple{b.is_alone, b.offset, a.count, a.index} <
               std::tuple{a.is_alone, a.offset, b.count, b.index};
    }
};

/// Of a rank in a queue that has doubled its memory.
constexpr std::size_t rank_bytes = 2 * sizeof(Rank);

void keep(Group const& group, Budget& budget)
{
    budget.keep(sizeof(Group) + group.members.capacity() * sizeof(std::uint32_t));
}

class FullGrouping {
public:
    FullGrouping(std::span<Place const> places, Region const& region, Budget& budget)
        : m_places(places), m_squares(region, budget), m_budget(budget)
    {
        budget.keep(places.size() * sizeof(Node));
        m_nodes.resize(places.size());
        std::uint64_t pairs = 0;
        for (std::uint32_t i = 0; i < places.size(); ++i) {
            budget.work();
            m_nodes[i].mean = places[i].at;
            m_squares.near(places[i], places, [&](std::uint32_t earlier) {
                include(i, earlier);
                include(earlier, i);
                pairs += 2;
            });
            if (pairs > max_pairs) {
                throw Error{ErrorKind::Limit, "CLUSTER: more neighbours than can be compared; see "
                                              "PROCESSING \"CLUSTER_ALGORITHM=SIMPLE\""};
            }
            m_squares.add(i, places[i]);
        }
        for (std::uint32_t i = 0; i < places.size(); ++i) {
            m_nodes[i].was_alone = m_nodes[i].count == 1;
            push(i);
        }
    }

    std::vector<Group> run()
    {
        std::vector<Group> groups;
        while (!m_queue.empty()) {
            auto const best = m_queue.top();
            m_queue.pop();
            m_budget.release(rank_bytes);
            auto const& node = m_nodes[best.index];
            if (!node.is_taken && node.version == best.version) {
                groups.push_back(take(best.index));
            }
        }
        // The order matters where labels compete: as MapServer, last taken first, and in the end
        // those that never had a neighbour.
        std::ranges::reverse(groups);
        std::ranges::stable_partition(
            groups, [&](Group const& group) { return !m_nodes[group.base].was_alone; });
        return groups;
    }

private:
    Group take(std::uint32_t base)
    {
        Group group{.base = base, .members = {}, .middle = {}};
        m_squares.near(m_places[base], m_places, [&](std::uint32_t other) {
            if (!m_nodes[other].is_taken) {
                group.members.push_back(other);
            }
        });
        std::ranges::sort(group.members);
        for (auto const member : group.members) {
            m_nodes[member].is_taken = true;
            group.middle.x += m_places[member].at.x / static_cast<double>(group.members.size());
            group.middle.y += m_places[member].at.y / static_cast<double>(group.members.size());
        }
        keep(group, m_budget);
        for (auto const member : group.members) {
            m_budget.work();
            m_squares.near(m_places[member], m_places, [&](std::uint32_t other) {
                if (!m_nodes[other].is_taken) {
                    leave_out(other, member);
                    change(other);
                }
            });
        }
        push_changed();
        return group;
    }

    // Both points of a pair are as far from their mean, and which of them is the base, whose
    // attributes the group has, depends on how the last digit is rounded: these are MapServer's
    // steps.
    void include(std::uint32_t index, std::uint32_t other)
    {
        auto& node = m_nodes[index];
        auto const& at = m_places[other].at;
        node.mean = {(node.mean.x * node.count + at.x) / (node.count + 1),
                     (node.mean.y * node.count + at.y) / (node.count + 1)};
        ++node.count;
    }

    void leave_out(std::uint32_t index, std::uint32_t other)
    {
        auto& node = m_nodes[index];
        auto const& at = m_places[other].at;
        node.mean = {(node.mean.x * node.count - at.x) / (node.count - 1),
                     (node.mean.y * node.count - at.y) / (node.count - 1)};
        --node.count;
    }

    /// A point is pushed once for each group that takes neighbours from it, however many: the queue
    /// keeps what is outdated.
    void change(std::uint32_t index)
    {
        if (!std::exchange(m_nodes[index].is_changed, true)) {
            m_changed.push_back(index);
        }
    }

    void push_changed()
    {
        for (auto const index : m_changed) {
            m_nodes[index].is_changed = false;
            push(index);
        }
        m_changed.clear();
    }

    void push(std::uint32_t index)
    {
        m_budget.keep(rank_bytes);
        auto& node = m_nodes[index];
        double const x = m_places[index].at.x - node.mean.x;
        double const y = m_places[index].at.y - node.mean.y;
        m_queue.push({node.count == 1, node.count == 1 ? 0 : x * x + y * y, node.count, index,
                      ++node.version});
    }

    std::span<Place const> m_places;
    Squares m_squares;
    Budget& m_budget;
    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_changed; ///< by one group; keeps its memory
    std::priority_queue<Rank> m_queue;
};

/// The base that is nearest to a place, of those whose region holds it; of equals the first.
std::optional<std::uint32_t> nearest_to(Place const& place, std::span<Place const> places,
                                        Squares const& bases)
{
    std::optional<std::uint32_t> nearest;
    double least = 0;
    bases.near(place, places, [&](std::uint32_t base) {
        double const distance =
            std::hypot(places[base].at.x - place.at.x, places[base].at.y - place.at.y);
        if (!nearest || std::pair{distance, base} < std::pair{least, *nearest}) {
            nearest = base;
            least = distance;
        }
    });
    return nearest;
}

} // namespace

std::vector<Group> group_fully(std::span<Place const> places, Region const& region, Budget& budget)
{
    return FullGrouping{places, region, budget}.run();
}

std::vector<Group> group_simply(std::span<Place const> places, Region const& region, Budget& budget)
{
    std::vector<Group> groups;
    Squares bases{region, budget};
    std::unordered_map<std::uint32_t, std::size_t> group_of; // base to position in groups
    std::vector<std::uint32_t> others;
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        budget.work();
        if (nearest_to(places[i], places, bases)) {
            budget.keep(2 * sizeof(i));
            others.push_back(i);
        } else {
            group_of[i] = groups.size();
            groups.push_back({.base = i, .members = {i}, .middle = places[i].at});
            keep(groups.back(), budget);
            bases.add(i, places[i]);
        }
    }
    for (auto const i : others) { // only now are all bases known
        budget.work();
        budget.keep(2 * sizeof(i));
        groups[group_of[*nearest_to(places[i], places, bases)]].members.push_back(i);
    }
    for (auto& group : groups) {
        std::ranges::sort(group.members);
    }
    std::ranges::reverse(groups); // as MapServer
    return groups;
}

} // namespace ms::source::cluster
