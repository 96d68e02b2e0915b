// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists of children that scripts insert, get, move and remove by index.

#include "script/at.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/node.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace ms::script {

template <typename T>
using Children = std::vector<std::shared_ptr<T>>;

/// The child at an index. \throws Failure{MS_CHILDERR} beyond the ends
template <typename T>
[[nodiscard]] std::shared_ptr<T> const& child_at(Children<T> const& children, int index,
                                                 char const* routine)
{
    if (!has_index(children, index)) {
        throw Failure{MS_CHILDERR, routine, "Invalid index: " + std::to_string(index)};
    }
    return children[static_cast<std::size_t>(index)];
}

/// \param index -1: at the end. \return its new index
template <typename T>
int insert_child(Children<T>& children, std::shared_ptr<T> child, int index, char const* routine)
{
    if (child == nullptr) {
        throw Failure{MS_CHILDERR, routine, "Can't insert a NULL object"};
    }
    auto const size = static_cast<int>(children.size());
    if (index < -1 || index > size) {
        throw Failure{MS_CHILDERR, routine,
                      "Cannot insert beyond index " + std::to_string(size - 1)};
    }
    auto const place = index == -1 ? size : index;
    children.insert(children.begin() + place, std::move(child));
    return place;
}

template <typename T>
std::shared_ptr<T> remove_child(Children<T>& children, int index, char const* routine)
{
    if (!has_index(children, index)) {
        throw Failure{MS_CHILDERR, routine,
                      "Cannot remove, invalid index " + std::to_string(index)};
    }
    auto const place = children.begin() + index;
    auto child = std::move(*place);
    children.erase(place);
    return child;
}

/// Swaps a child with its neighbour at `index + by`.
template <typename T>
int move_child(Children<T>& children, int index, int by, char const* routine)
{
    if (!has_index(children, index) || !has_index(children, index + by)) {
        throw Failure{MS_CHILDERR, routine, "Invalid index: " + std::to_string(index)};
    }
    std::swap(children[static_cast<std::size_t>(index)],
              children[static_cast<std::size_t>(index + by)]);
    return MS_SUCCESS;
}

/// The newest of the children's versions.
template <typename T>
Version sync_all(Children<T> const& children)
{
    Version newest = 0;
    for (auto const& child : children) {
        newest = std::max(newest, sync(*child));
    }
    return newest;
}

template <typename T>
auto compose_all(Children<T> const& children)
{
    std::vector<decltype(compose(*children.front()))> blocks;
    blocks.reserve(children.size());
    for (auto const& child : children) {
        blocks.push_back(compose(*child));
    }
    return blocks;
}

/// The capacity of MapServer's arrays, which grow in steps.
inline int rounded_up(std::size_t size, int step)
{
    auto const steps = (static_cast<int>(size) + step - 1) / step;
    return steps * step;
}

/// A copy with its own children, for clone().
template <Part T>
std::shared_ptr<T> copy_of(T const& part)
{
    auto copy = std::make_shared<T>(part);
    separate(*copy);
    return copy;
}

} // namespace ms::script
