// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists of children, which scripts insert, get, move and remove by index.

#include "script/at.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/node.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

namespace ms::script {

/// Counts its changes itself, like a part.
template <typename T>
class Children : public std::vector<std::shared_ptr<T>> {
public:
    /// The newest of the list's version and those of the children.
    Version sync()
    {
        Version newest = m_version;
        for (auto const& child : *this) {
            newest = std::max(newest, child->sync());
        }
        return newest;
    }

    /// The child at an index. \throws Failure{MS_CHILDERR} beyond the ends
    [[nodiscard]] std::shared_ptr<T> const& child(int index, char const* routine) const
    {
        fail_if(!has_index(*this, index), MS_CHILDERR, routine,
                "Invalid index: " + std::to_string(index));
        return (*this)[static_cast<std::size_t>(index)];
    }

    /// \param index -1: at the end. \return its new index
    int add(std::shared_ptr<T> child, int index, char const* routine)
    {
        auto const size = static_cast<int>(this->size());
        fail_if(child == nullptr, MS_CHILDERR, routine, "Can't insert a NULL object");
        fail_if(index < -1 || index > size, MS_CHILDERR, routine,
                "Cannot insert beyond index " + std::to_string(size - 1));
        auto const place = index == -1 ? size : index;
        this->insert(this->begin() + place, std::move(child));
        touch();
        return place;
    }

    std::shared_ptr<T> remove(int index, char const* routine)
    {
        fail_if(!has_index(*this, index), MS_CHILDERR, routine,
                "Cannot remove, invalid index " + std::to_string(index));
        auto child = std::move((*this)[static_cast<std::size_t>(index)]);
        this->erase(this->begin() + index);
        touch();
        return child;
    }

    /// Swaps a child with its neighbour at `index + by`.
    int move(int index, int by, char const* routine)
    {
        fail_if(!has_index(*this, index) || !has_index(*this, index + by), MS_CHILDERR, routine,
                "Invalid index: " + std::to_string(index));
        std::iter_swap(this->begin() + index, this->begin() + index + by);
        touch();
        return MS_SUCCESS;
    }

    void touch() noexcept { m_version = next_version(); }
    [[nodiscard]] Version version() const noexcept { return m_version; }

private:
    Version m_version = next_version(); ///< of the last change of the list
};

template <typename T>
auto compose_all(Children<T> const& children)
{
    std::vector<BlockOf<T>> blocks;
    blocks.reserve(children.size());
    for (auto const& child : children) {
        blocks.push_back(child->compose());
    }
    return blocks;
}

/// The capacity of MapServer's arrays, which grow in steps.
inline int rounded_up(std::size_t size, int step)
{
    auto const steps = (static_cast<int>(size) + step - 1) / step;
    return steps * step;
}

/// A new part with a block.
template <Part T>
std::shared_ptr<T> part_of(BlockOf<T> block)
{
    auto part = std::make_shared<T>(Blank{});
    part->lift(std::move(block));
    return part;
}

/// A copy with its own children, for clone().
template <Part T>
std::shared_ptr<T> copy_of(T const& part)
{
    auto copy = std::make_shared<T>(part);
    copy->separate();
    return copy;
}

} // namespace ms::script
