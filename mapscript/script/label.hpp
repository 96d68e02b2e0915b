// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LABEL and LEADER for scripts.

#include "mapfile/model/label.hpp"
#include "script/binding.hpp"
#include "script/style_holder.hpp"

namespace ms::script {

struct labelObj final : StyleHolder, BindingHolder, std::enable_shared_from_this<labelObj> {
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
    int setExpression(Text const& expression);
    [[nodiscard]] Text getExpressionString() const;
    int setText(Text const& text);
    [[nodiscard]] Text getTextString() const;
    [[nodiscard]] int get_refcount() const;

#ifndef SWIG
    explicit labelObj(mapfile::Label block);
    Node<mapfile::Label> node;

private:
    BindingTexts texts_of(int binding) override;
    BindingTexts computed(int binding) override;
    void touch_node() noexcept override
    {
        node.touch();
    }
#endif
};

struct labelLeaderObj : StyleHolder {
    int maxdistance = 0;
    int gridstep = 5;

#ifndef SWIG
    Node<mapfile::Leader> node;
#endif
};

#ifndef SWIG
Version sync(labelObj& label);
[[nodiscard]] mapfile::Label compose(labelObj const& label);
void lift(labelObj& label, mapfile::Label block);

Version sync(labelLeaderObj& leader);
[[nodiscard]] mapfile::Leader compose(labelLeaderObj const& leader);
void lift(labelLeaderObj& leader, mapfile::Leader block);
#endif

} // namespace ms::script
