// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Properties of styles and labels that are bound to an attribute or an expression.

#include "mapfile/model/common.hpp"
#include "script/text.hpp"

namespace ms::script {

#ifndef SWIG
/// A property in the block of a style or label.
struct Binding {
    std::string& attribute;
    std::string& expression;
    bool is_computable = false; ///< by an expression

    template <typename T>
    explicit Binding(mapfile::Bindable<T>& property, bool computable = false)
        : attribute(property.attribute), expression(property.expression), is_computable(computable)
    {}
};
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
    /// By their numbers, MS_STYLE_BINDING_... or MS_LABEL_BINDING_...
    virtual std::vector<Binding> bindings() = 0;
    virtual void touch_node() noexcept = 0;
    Binding property(int binding);
    Binding computable(int binding);
    int put(std::string& place, std::string text);
#endif
};

} // namespace ms::script
