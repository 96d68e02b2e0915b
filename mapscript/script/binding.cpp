// SPDX-License-Identifier: MIT
#include "script/binding.hpp"

#include "script/at.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/label.hpp"

namespace ms::script {

namespace {

/// \throws Failure for a text that names nothing
std::string checked(Text const& text)
{
    fail_if(text.str().empty(), MS_MISCERR, "setBinding()", "Invalid binding item.");
    return text.str();
}

/// An expression as the model has it, with its outer parentheses.
Text in_parentheses(Text const& expression)
{
    auto const& text = expression.str();
    bool const has_them = text.empty() || (text.front() == '(' && text.back() == ')');
    return has_them ? expression : Text{'(' + text + ')'};
}

} // namespace

Binding BindingHolder::property(int binding)
{
    auto const all = bindings();
    fail_if(!has_index(all, binding), MS_MISCERR, "setBinding()", "Invalid binding.");
    return all[static_cast<std::size_t>(binding)];
}

Binding BindingHolder::computable(int binding)
{
    auto const found = property(binding);
    fail_if(!found.is_computable, MS_MISCERR, "setBinding()", "Invalid binding.");
    return found;
}

int BindingHolder::put(std::string& place, std::string text)
{
    place = std::move(text);
    touch_node();
    return MS_SUCCESS;
}

int BindingHolder::setBinding(int binding, Text const& item)
{
    return put(property(binding).attribute, checked(item));
}

int BindingHolder::removeBinding(int binding)
{
    return put(property(binding).attribute, {});
}

Text BindingHolder::getBinding(int binding)
{
    return text_or_null(property(binding).attribute);
}

int BindingHolder::setExpressionBinding(int binding, Text const& expression)
{
    return put(computable(binding).expression, checked(in_parentheses(expression)));
}

int BindingHolder::removeExpressionBinding(int binding)
{
    return put(computable(binding).expression, {});
}

Text BindingHolder::getExpressionBinding(int binding)
{
    return text_or_null(computable(binding).expression);
}

std::vector<Binding> styleObj::bindings()
{
    auto& style = block;
    return {Binding{style.size, true},
            Binding{style.width},
            Binding{style.angle},
            Binding{style.color},
            Binding{style.outline_color},
            Binding{style.symbol},
            Binding{style.outline_width},
            Binding{style.opacity},
            Binding{style.offset_x},
            Binding{style.offset_y},
            Binding{style.polar_offset_pixel},
            Binding{style.polar_offset_angle}};
}

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
