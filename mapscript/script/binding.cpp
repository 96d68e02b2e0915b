// SPDX-License-Identifier: MIT
#include "script/binding.hpp"

#include "script/constants.hpp"
#include "script/error.hpp"

namespace ms::script {

namespace {

/// \throws Failure for a text that names nothing
std::string checked(Text const& text)
{
    if (text.str().empty()) {
        throw Failure{MS_MISCERR, "setBinding()", "Invalid binding item."};
    }
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
    if (binding < 0 || static_cast<std::size_t>(binding) >= all.size()) {
        throw Failure{MS_MISCERR, "setBinding()", "Invalid binding."};
    }
    return all[static_cast<std::size_t>(binding)];
}

Binding BindingHolder::computable(int binding)
{
    auto const found = property(binding);
    if (!found.is_computable) {
        throw Failure{MS_MISCERR, "setBinding()", "Invalid binding."};
    }
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

} // namespace ms::script
