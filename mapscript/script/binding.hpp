// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Properties of styles and labels that are bound to an attribute or an expression.

#include "mapfile/model/common.hpp"
#include "script/text.hpp"

namespace ms::script {

#ifndef SWIG
/// The texts of both in the block of a style or label.
struct BindingTexts {
    std::string& attribute;
    std::string& expression;
};

template <typename T>
[[nodiscard]] BindingTexts binding_of(mapfile::Bindable<T>& property)
{
    return {property.attribute, property.expression};
}

/// \throws Failure{MS_MISCERR}: the constant is unknown
[[noreturn]] void refuse_binding();
#endif

/// The common part of STYLE and LABEL for scripts.
struct BindingHolder {
    /// \param binding MS_STYLE_BINDING_... or MS_LABEL_BINDING_...
    int setBinding(int binding, Text const& item);
    int removeBinding(int binding);
    [[nodiscard]] Text getBinding(int binding);
    /// "[population] / 1000"; of the size, and of labels the priority.
    int setExpressionBinding(int binding, Text const& expression);
    int removeExpressionBinding(int binding);
    [[nodiscard]] Text getExpressionBinding(int binding);

#ifndef SWIG
protected:
    ~BindingHolder() = default;

private:
    virtual BindingTexts texts_of(int binding) = 0;
    /// Of the properties that an expression can compute.
    virtual BindingTexts computed(int binding) = 0;
    virtual void touch_node() noexcept = 0;
    int put(std::string& place, std::string text);
#endif
};

} // namespace ms::script
