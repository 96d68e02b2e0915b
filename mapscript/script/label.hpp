// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LABEL and LEADER in scripts.

#include "mapfile/model/label.hpp"
#include "script/children.hpp"
#include "script/style.hpp"

#include <algorithm>

namespace ms::script {

struct labelObj : std::enable_shared_from_this<labelObj> {
    Text font;
    int size, minsize, maxsize;
    colorObj color, outlinecolor;
    int outlinewidth;
    colorObj shadowcolor;
    int shadowsizex, shadowsizey;
    int position;
    int offsetx, offsety;
    double angle;
    int anglemode;
    int buffer;
    int align;
    char wrap;
    int maxlength;
    double space_size_10 = 0;
    int minfeaturesize, autominfeaturesize;
    double minscaledenom, maxscaledenom;
    int mindistance, repeatdistance;
    double maxoverlapangle;
    int partials, force;
    Text encoding;
    int priority;
    int sizeunits = -1;

    labelObj();

    [[nodiscard]] std::shared_ptr<labelObj> clone() const;
    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();
    /// \param binding MS_LABEL_BINDING_...
    int setBinding(int binding, Text const& item);
    int removeBinding(int binding);
    [[nodiscard]] Text getBinding(int binding) const;
    int setExpression(Text const& expression);
    [[nodiscard]] Text getExpressionString() const;
    int setText(Text const& text);
    [[nodiscard]] Text getTextString() const;

    [[nodiscard]] std::shared_ptr<styleObj> getStyle(int i) const;
    int insertStyle(std::shared_ptr<styleObj> style, int index = -1);
    std::shared_ptr<styleObj> removeStyle(int index);
    int moveStyleUp(int index);
    int moveStyleDown(int index);
    [[nodiscard]] int get_numstyles() const;
    [[nodiscard]] int get_refcount() const;

#ifndef SWIG
    explicit labelObj(mapfile::Label block);
    Node<mapfile::Label> node;
    Children<styleObj> styles;
#endif
};

struct labelLeaderObj {
    int maxdistance = 0;
    int gridstep = 5;

    [[nodiscard]] std::shared_ptr<styleObj> getStyle(int i) const;
    int insertStyle(std::shared_ptr<styleObj> style, int index = -1);
    std::shared_ptr<styleObj> removeStyle(int index);
    int moveStyleUp(int index);
    int moveStyleDown(int index);
    [[nodiscard]] int get_numstyles() const;

#ifndef SWIG
    Node<mapfile::Leader> node;
    Children<styleObj> styles;
#endif
};

#ifndef SWIG
Version sync(labelObj& label);
[[nodiscard]] mapfile::Label compose(labelObj const& label);
void lift(labelObj& label, mapfile::Label block);

Version sync(labelLeaderObj& leader);
[[nodiscard]] mapfile::Leader compose(labelLeaderObj const& leader);
void lift(labelLeaderObj& leader, mapfile::Leader block);

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

/// Makes children of blocks, which are used up.
template <typename T, typename Block>
void lift_all(Children<T>& children, std::vector<Block>& blocks)
{
    children.clear();
    for (auto& block : blocks) {
        children.push_back(std::make_shared<T>(std::move(block)));
    }
    blocks = {};
}
/// Copies of children, for clone().
template <typename T>
Children<T> clone_all(Children<T> const& children)
{
    Children<T> copies;
    for (auto const& child : children) {
        copies.push_back(child->clone());
    }
    return copies;
}
#endif

} // namespace ms::script
