// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parts of a map: objects of scripts over blocks of the mapfile model.

#include "script/text.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
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

/// An object of scripts beside a block, and the place of the block that it stands for.
template <typename Object, typename Place>
struct Row {
    Object& object;
    Place place;
};
template <typename Object, typename Place>
Row(Object&, Place&&) -> Row<Object, Place>;

/// What a part has of its block: the values, which its attributes in attributes.i show. Colours,
/// boxes, tables and children are objects of scripts beside it: the blocks of children belong to
/// them. objects() lists them, and exchange.cpp makes the functions of the list.
template <typename Object, typename Model>
struct Node {
    using Block = Model;

    Block block{};
    Version version = next_version(); ///< of the last change of the block
    std::vector<Written> written;

    void touch() noexcept { version = next_version(); }
    /// The objects that stand for places of a block: none, unless the part has its own list.
    static std::tuple<> objects(Block&) { return {}; }
    /// Called when a part has a new block, for the members that the list cannot give.
    void complete() {}
    /// Takes a block apart into values and objects.
    void lift(Block whole);
    /// Updates the block. \return the version of the part with all its children
    Version sync() { return lower(true); }
    /// Updates the block with the part's own objects. \return the version of the part without that
    /// of its children
    Version sync_attributes() { return lower(false); }
    /// The block with those of the children, after sync().
    [[nodiscard]] Block compose() const;
    /// The same as it is now.
    [[nodiscard]] Block current()
    {
        sync();
        return compose();
    }
    /// Gives a copied part its own children.
    void separate();

private:
    Version lower(bool with_children);
};

/// Makes a part that gets its block at once, and shows nothing before.
struct Blank {};

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

} // namespace ms::script
