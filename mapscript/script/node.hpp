// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parts of a map: objects of scripts over blocks of the mapfile model.

#include "script/text.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ms::script {

/// Counts changes; every change has a unique number.
using Version = std::uint64_t;
[[nodiscard]] Version next_version() noexcept;

/// A value from a script that its block cannot have: "" for a text, 99 for a switch or a choice.
struct Written {
    using Value = std::variant<int, double, char, Text, std::vector<double>>;

    std::string_view attribute;
    Value value;
    Value shown;      ///< what the block says in its place
    bool is_possible; ///< a part cannot be drawn with a choice that does not exist
};

/// What a part has of its block: the values, which its attributes in attributes.i show. Colours,
/// boxes, tables and children are objects of scripts beside it: the blocks of children belong to
/// them.
template <typename Model>
struct Node {
    using Block = Model;

    Block block{};
    Version version = next_version(); ///< of the last change of the block
    std::vector<Written> written;

    void touch() noexcept { version = next_version(); }
};

struct mapObj;

/// What knows the map that it is in.
struct InMap {
    std::weak_ptr<mapObj> parent;
};

template <typename Object>
concept Part = requires(Object& object)
{
    typename Object::Block;
    object.touch();
};

template <typename Object>
using BlockOf = typename Object::Block;

/// What the list of a part's objects gives: exchange.hpp defines it, and the part's own file
/// instantiates it.
template <typename Object>
struct Exchange {
    static void lift(Object& part, BlockOf<Object> block);
    static Version sync(Object& part);
    static Version sync_attributes(Object& part);
    static BlockOf<Object> compose(Object const& part);
    static void separate(Object& part);
};

/// Takes a block apart into values and objects.
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

/// Updates the block with the part's own objects. \return the version of the part without that of
/// its children
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
