// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Properties of styles and labels that are read from an attribute or computed per feature.

#include "mapfile/model/common.hpp"
#include "script/text.hpp"

namespace ms::script {

/// Where the block of a style or label keeps both.
struct BindingTexts {
    std::string& attribute;
    std::string& expression;
};

template <typename T>
[[nodiscard]] BindingTexts binding_of(mapfile::Bindable<T>& property)
{
    return {property.attribute, property.expression};
}

/// \throws Failure{MS_MISCERR} for a text that is empty
void bind(std::string& place, Text const& text);
/// \throws Failure{MS_MISCERR}: the constant is none of the kind
[[noreturn]] void refuse_binding();
/// An expression as the model has it, with its outer parentheses.
[[nodiscard]] Text in_parentheses(Text const& expression);

} // namespace ms::script
