// SPDX-License-Identifier: MIT
#include "script/label.hpp"

#include "script/exchange.hpp"

namespace ms::script {

template <typename Way>
void exchange(Way& way, labelObj& s, mapfile::Label& block)
{
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
    way(s.styles, block.styles);
}

template <typename Way>
void exchange(Way& way, labelLeaderObj& s, mapfile::Leader& block)
{
    way(s.maxdistance, block.max_distance);
    way(s.gridstep, block.grid_step);
    way(s.styles, block.styles);
}

template struct Exchange<labelObj>;
template struct Exchange<labelLeaderObj>;

std::vector<Binding> labelObj::bindings()
{
    auto& label = node.block;
    return {
        Binding{label.size, true},    Binding{label.angle},         Binding{label.color},
        Binding{label.outline_color}, Binding{label.font},          Binding{label.priority, true},
        Binding{label.position},      Binding{label.shadow_size_x}, Binding{label.shadow_size_y},
        Binding{label.offset_x},      Binding{label.offset_y},      Binding{label.align}};
}

} // namespace ms::script
