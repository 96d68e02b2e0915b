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

    labelObj() : labelObj(mapfile::Label{}) {}

#ifndef SWIG
    explicit labelObj(mapfile::Label block)
    {
        lift(*this, std::move(block));
    }
    Node<mapfile::Label> node;

private:
    std::vector<Binding> bindings() override;
    void touch_node() noexcept override
    {
        node.touch();
    }
#endif
};

struct labelLeaderObj : StyleHolder {
    int maxdistance = 0;
    int gridstep = 5;

    labelLeaderObj() = default;

#ifndef SWIG
    explicit labelLeaderObj(mapfile::Leader block)
    {
        lift(*this, std::move(block));
    }
    Node<mapfile::Leader> node;
#endif
};

#ifndef SWIG
extern template struct Exchange<labelObj>;
extern template struct Exchange<labelLeaderObj>;
#endif

} // namespace ms::script
