// SPDX-License-Identifier: MIT
#include "script/label.hpp"

#include "script/constants.hpp"
#include "script/exchange.hpp"
#include "script/snippet.hpp"

namespace ms::script {

namespace {

template <typename Way>
void exchange(Way& way, labelObj& s)
{
    auto& block = s.node.block;
    way(s.font, block.font.value);
    way(s.size, block.size.value);
    way(s.minsize, block.min_size);
    way(s.maxsize, block.max_size);
    way(s.color, block.color.value);
    way(s.outlinecolor, block.outline_color.value);
    way(s.outlinewidth, block.outline_width);
    way(s.shadowcolor, block.shadow_color);
    way(s.shadowsizex, block.shadow_size_x.value);
    way(s.shadowsizey, block.shadow_size_y.value);
    way(s.position, block.position.value);
    way(s.offsetx, block.offset_x.value);
    way(s.offsety, block.offset_y.value);
    way(s.angle, block.angle.value);
    way(s.anglemode, block.angle_mode);
    way(s.buffer, block.buffer);
    way(s.align, block.align.value);
    way(s.wrap, block.wrap);
    way(s.maxlength, block.max_length);
    way(s.minfeaturesize, block.min_feature_size);
    way(s.autominfeaturesize, block.min_feature_size_auto);
    way(s.minscaledenom, block.min_scale_denominator);
    way(s.maxscaledenom, block.max_scale_denominator);
    way(s.mindistance, block.min_distance);
    way(s.repeatdistance, block.repeat_distance);
    way(s.maxoverlapangle, block.max_overlap_angle);
    way(s.partials, block.partials);
    way(s.force, block.force);
    way(s.encoding, block.encoding);
    way(s.priority, block.priority.value);
}

template <typename Way>
void exchange(Way& way, labelLeaderObj& s)
{
    way(s.maxdistance, s.node.block.max_distance);
    way(s.gridstep, s.node.block.grid_step);
}

} // namespace

labelObj::labelObj() : labelObj(mapfile::Label{}) {}

labelObj::labelObj(mapfile::Label block)
{
    lift(*this, std::move(block));
}

void lift(labelObj& label, mapfile::Label block)
{
    label.node.block = std::move(block);
    label.node.touch();
    lift_all(label.styles, label.node.block.styles);
    Lift way;
    exchange(way, label);
}

Version sync(labelObj& label)
{
    Lower way;
    exchange(way, label);
    if (way.has_changed) {
        label.node.touch();
    }
    return std::max(label.node.version, sync(static_cast<StyleHolder&>(label)));
}

mapfile::Label compose(labelObj const& label)
{
    auto block = label.node.block;
    block.styles = compose_all(label.styles);
    return block;
}

void lift(labelLeaderObj& leader, mapfile::Leader block)
{
    leader.node.block = std::move(block);
    leader.node.touch();
    lift_all(leader.styles, leader.node.block.styles);
    Lift way;
    exchange(way, leader);
}

Version sync(labelLeaderObj& leader)
{
    Lower way;
    exchange(way, leader);
    if (way.has_changed) {
        leader.node.touch();
    }
    return std::max(leader.node.version, sync(static_cast<StyleHolder&>(leader)));
}

mapfile::Leader compose(labelLeaderObj const& leader)
{
    auto block = leader.node.block;
    block.styles = compose_all(leader.styles);
    return block;
}

std::shared_ptr<labelObj> labelObj::clone() const
{
    auto copy = std::make_shared<labelObj>(*this);
    copy->node.touch();
    copy->styles = clone_all(styles);
    return copy;
}

int labelObj::updateFromString(Text const& snippet)
{
    sync(*this);
    auto block = compose(*this);
    read_snippet(snippet, block, "msUpdateLabelFromString()");
    lift(*this, std::move(block));
    return MS_SUCCESS;
}

Text labelObj::convertToString()
{
    sync(*this);
    return text_of(compose(*this));
}

int labelObj::setExpression(Text const& expression)
{
    node.block.expression = read_expression(expression, "setExpression()");
    node.touch();
    return MS_SUCCESS;
}

Text labelObj::getExpressionString() const
{
    return text_of(node.block.expression);
}

int labelObj::setText(Text const& text)
{
    node.block.text = read_expression(text, "setText()");
    node.touch();
    return MS_SUCCESS;
}

Text labelObj::getTextString() const
{
    return text_of(node.block.text);
}

int labelObj::get_refcount() const
{
    return static_cast<int>(weak_from_this().use_count());
}

BindingTexts labelObj::texts_of(int binding)
{
    auto& label = node.block;
    switch (binding) {
    case MS_LABEL_BINDING_SIZE:
        return binding_of(label.size);
    case MS_LABEL_BINDING_ANGLE:
        return binding_of(label.angle);
    case MS_LABEL_BINDING_COLOR:
        return binding_of(label.color);
    case MS_LABEL_BINDING_OUTLINECOLOR:
        return binding_of(label.outline_color);
    case MS_LABEL_BINDING_FONT:
        return binding_of(label.font);
    case MS_LABEL_BINDING_PRIORITY:
        return binding_of(label.priority);
    case MS_LABEL_BINDING_POSITION:
        return binding_of(label.position);
    case MS_LABEL_BINDING_SHADOWSIZEX:
        return binding_of(label.shadow_size_x);
    case MS_LABEL_BINDING_SHADOWSIZEY:
        return binding_of(label.shadow_size_y);
    case MS_LABEL_BINDING_OFFSET_X:
        return binding_of(label.offset_x);
    case MS_LABEL_BINDING_OFFSET_Y:
        return binding_of(label.offset_y);
    case MS_LABEL_BINDING_ALIGN:
        return binding_of(label.align);
    default:
        refuse_binding();
    }
}

BindingTexts labelObj::computed(int binding)
{
    if (binding != MS_LABEL_BINDING_SIZE && binding != MS_LABEL_BINDING_PRIORITY) {
        refuse_binding();
    }
    return texts_of(binding);
}

} // namespace ms::script
