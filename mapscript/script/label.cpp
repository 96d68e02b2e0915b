// SPDX-License-Identifier: MIT
#include "script/label.hpp"

#include "script/exchange.hpp"

namespace ms::script {

template <typename Way>
void exchange(Way& way, labelObj& s, mapfile::Label& block)
{
    way(s.color, block.color.value);
    way(s.outlinecolor, block.outline_color.value);
    way(s.shadowcolor, block.shadow_color);
    way(s.styles, block.styles);
}

template <typename Way>
void exchange(Way& way, labelLeaderObj& s, mapfile::Leader& block)
{
    way(s.styles, block.styles);
}

template struct Exchange<labelObj>;
template struct Exchange<labelLeaderObj>;

std::vector<Binding> labelObj::bindings()
{
    auto& label = block;
    return {
        Binding{label.size, true},    Binding{label.angle},         Binding{label.color},
        Binding{label.outline_color}, Binding{label.font},          Binding{label.priority, true},
        Binding{label.position},      Binding{label.shadow_size_x}, Binding{label.shadow_size_y},
        Binding{label.offset_x},      Binding{label.offset_y},      Binding{label.align}};
}

} // namespace ms::script
