// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parts of a map: objects of scripts, with the blocks of the mapfile model behind them.

#include <cstdint>
#include <utility>

namespace ms::script {

/// Counts changes; every change has a unique number.
using Version = std::uint64_t;
[[nodiscard]] Version next_version() noexcept;

/// The block of a part; those of its children belong to them.
template <typename Model>
struct Node {
    using Block = Model;

    Block block{};
    Version version = next_version(); ///< of the last change of the block or the list of children

    void touch() noexcept { version = next_version(); }
};

template <typename Object>
concept Part = requires(Object& object)
{
    object.node.touch();
};

template <typename Object>
using BlockOf = typename decltype(Object::node)::Block;

/// What the list of a part's attributes gives: exchange.hpp defines it, and the part's own file
/// instantiates it.
template <typename Object>
struct Exchange {
    static void lift(Object& part, BlockOf<Object> block);
    static Version sync(Object& part);
    static Version sync_attributes(Object& part);
    static BlockOf<Object> compose(Object const& part);
    static void separate(Object& part);
};

/// Takes a block apart into attributes and children.
template <Part Object>
void lift(Object& part, BlockOf<Object> block)
{
    Exchange<Object>::lift(part, std::move(block));
}

/// Updates the block. \return the version of the part with all its children
template <Part Object>
Version sync(Object& part)
{
    return Exchange<Object>::sync(part);
}

/// Updates the block only. \return the version of the part without its children
template <Part Object>
Version sync_attributes(Object& part)
{
    return Exchange<Object>::sync_attributes(part);
}

/// The block with those of the children, after sync().
template <Part Object>
[[nodiscard]] BlockOf<Object> compose(Object const& part)
{
    return Exchange<Object>::compose(part);
}

/// Gives a copied part its own children.
template <Part Object>
void separate(Object& part)
{
    Exchange<Object>::separate(part);
}

} // namespace ms::script
