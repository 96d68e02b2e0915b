// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Derives reading, comparing, composing and copying a part from the list of its attributes:
///
///     template <typename Way>
///     void exchange(Way& way, clusterObj& cluster, mapfile::Cluster& block)
///     {
///         way(cluster.maxdistance, block.max_distance); // and so on, with the children
///     }
///     template struct Exchange<clusterObj>;

#include "script/children.hpp"
#include "script/convert.hpp"

#include <type_traits>

namespace ms::script {

/// Called when the attributes are those of a new block, for those that the list cannot give.
template <Part Object>
void complete(Object&)
{}

/// A label that its part always has, with the mark of the block whether it is written.
struct OwnLabel {
    mapfile::Label& block;
    bool& is_written;
};

/// Copies the model to the attributes of the script; blocks of children are used up.
struct Lift {
    template <typename S, typename M>
    requires(!Part<S>) void operator()(S& script, M&& model) { to_script(script, model); }
    template <Part Child, typename Block>
    void operator()(Children<Child>& children, std::vector<Block>& blocks)
    {
        children.clear();
        for (auto& block : blocks) {
            children.push_back(std::make_shared<Child>(std::move(block)));
        }
        blocks = {};
    }
    template <Part Child, typename Block>
    void operator()(std::shared_ptr<Child>& child, std::optional<Block>& block)
    {
        child = block ? std::make_shared<Child>(*std::exchange(block, {})) : nullptr;
    }
    template <Part Child>
    void operator()(std::shared_ptr<Child>& child, OwnLabel label)
    {
        child = std::make_shared<Child>(std::exchange(label.block, {}));
    }
    template <Part Child, typename Block>
    void operator()(Child& child, std::optional<Block>& block)
    {
        lift(child, std::exchange(block, {}).value_or(Child::unset_block()));
    }
    template <Part Child>
    void operator()(Child& child, BlockOf<Child>& block)
    {
        lift(child, std::exchange(block, {}));
    }
};

/// Copies the attributes of the script to the model.
struct Lower {
    bool has_changed = false;
    Version newest = 0; ///< of the children

    template <typename S, typename M>
    void operator()(S& script, M&& model)
    {
        has_changed |= to_model(script, model);
    }
    template <Part Child, typename Block>
    void operator()(Children<Child>& children, std::vector<Block>&)
    {
        newest = std::max(newest, sync_all(children));
    }
    template <Part Child, typename Block>
    void operator()(std::shared_ptr<Child>& child, std::optional<Block>&)
    {
        newest = std::max(newest, child ? sync(*child) : Version{0});
    }
    template <Part Child>
    void operator()(std::shared_ptr<Child>& child, OwnLabel label)
    {
        auto const before = child->node.version;
        newest = std::max(newest, sync(*child));
        label.is_written |= child->node.version != before; // a script has changed it
    }
    template <Part Child, typename Block>
    void operator()(Child& child, Block&)
    {
        newest = std::max(newest, sync(child));
    }
};

/// The same without the children, which are what is not a value.
struct LowerAttributes {
    bool has_changed = false;

    template <typename S, typename M>
    void operator()(S& script, M&& model)
    {
        if constexpr (requires { to_model(script, model); }) {
            has_changed |= to_model(script, model);
        }
    }
};

/// Puts the blocks of the children into that of their parent.
struct Compose {
    template <typename S, typename M>
    requires(!Part<S>) void operator()(S&, M&&) {}
    template <Part Child, typename Block>
    void operator()(Children<Child>& children, std::vector<Block>& blocks)
    {
        blocks = compose_all(children);
    }
    template <Part Child, typename Block>
    void operator()(std::shared_ptr<Child>& child, std::optional<Block>& block)
    {
        block = child ? std::optional{compose(*child)} : std::nullopt;
    }
    template <Part Child>
    void operator()(std::shared_ptr<Child>& child, OwnLabel label)
    {
        label.block = compose(*child);
    }
    template <Part Child, typename Block>
    void operator()(Child& child, std::optional<Block>& block)
    {
        block = child.is_used() ? std::optional{compose(child)} : std::nullopt;
    }
    template <Part Child>
    void operator()(Child& child, BlockOf<Child>& block)
    {
        block = compose(child);
    }
};

/// Replaces the children that a copy shares with its original.
struct Separate {
    template <typename S, typename M>
    void operator()(S&, M&&)
    {}
    template <Part Child, typename Block>
    void operator()(Children<Child>& children, std::vector<Block>&)
    {
        for (auto& child : children) {
            child = copy_of(*child);
        }
    }
    template <Part Child, typename Model>
    void operator()(std::shared_ptr<Child>& child, Model&&)
    {
        child = child ? copy_of(*child) : nullptr;
    }
};

template <typename Object>
void Exchange<Object>::lift(Object& part, BlockOf<Object> block)
{
    part.node.block = std::move(block);
    part.node.touch();
    Lift way;
    exchange(way, part, part.node.block);
    complete(part);
}

/// \param newest of its children
template <typename Object>
Version version_of(Object& part, bool has_changed, Version newest)
{
    if (has_changed) {
        part.node.touch();
    }
    if constexpr (requires { part.version_of_lists(); }) {
        newest = std::max(newest, part.version_of_lists());
    }
    return std::max(part.node.version, newest);
}

template <typename Object>
Version Exchange<Object>::sync(Object& part)
{
    Lower way;
    exchange(way, part, part.node.block);
    return version_of(part, way.has_changed, way.newest);
}

template <typename Object>
Version Exchange<Object>::sync_attributes(Object& part)
{
    LowerAttributes way;
    exchange(way, part, part.node.block);
    return version_of(part, way.has_changed, 0);
}

template <typename Object>
BlockOf<Object> Exchange<Object>::compose(Object const& part)
{
    auto block = part.node.block;
    Compose way;
    exchange(way, const_cast<Object&>(part), block); // one list for all ways: this one only reads
    return block;
}

template <typename Object>
void Exchange<Object>::separate(Object& part)
{
    part.node.touch();
    Separate way;
    exchange(way, part, part.node.block);
}

} // namespace ms::script
