// SPDX-License-Identifier: MIT
#include "script/binding.hpp"

#include "script/constants.hpp"
#include "script/error.hpp"

namespace ms::script {

namespace {

void bind(std::string& place, Text const& text)
{
    if (text.str().empty()) {
        throw Failure{MS_MISCERR, "setBinding()", "Invalid binding item."};
    }
    place = text.str();
}

/// An expression as the model has it, with its outer parentheses.
Text in_parentheses(Text const& expression)
{
    auto const& text = expression.str();
    bool const has_them = text.empty() || (text.front() == '(' && text.back() == ')');
    return has_them ? expression : Text{'(' + text + ')'};
}

} // namespace

void refuse_binding()
{
    throw Failure{MS_MISCERR, "setBinding()", "Invalid binding."};
}

int BindingHolder::setBinding(int binding, Text const& item)
{
    bind(texts_of(binding).attribute, item);
    touch_node();
    return MS_SUCCESS;
}

int BindingHolder::removeBinding(int binding)
{
    texts_of(binding).attribute.clear();
    touch_node();
    return MS_SUCCESS;
}

Text BindingHolder::getBinding(int binding)
{
    return text_or_null(texts_of(binding).attribute);
}

int BindingHolder::setExpressionBinding(int binding, Text const& expression)
{
    bind(computed(binding).expression, in_parentheses(expression));
    touch_node();
    return MS_SUCCESS;
}

int BindingHolder::removeExpressionBinding(int binding)
{
    computed(binding).expression.clear();
    touch_node();
    return MS_SUCCESS;
}

Text BindingHolder::getExpressionBinding(int binding)
{
    return text_or_null(computed(binding).expression);
}

} // namespace ms::script
