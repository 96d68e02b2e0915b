// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LABEL and LEADER for scripts.

#include "mapfile/model/label.hpp"
#include "script/binding.hpp"
#include "script/style.hpp"

namespace ms::script {

struct labelObj final : Node<labelObj, mapfile::Label>,
                        StyleHolder,
                        BindingHolder,
                        std::enable_shared_from_this<labelObj> {
    colorObj color, outlinecolor, shadowcolor;
    double space_size_10 = 0;
    int sizeunits = -1;

    labelObj() : labelObj(mapfile::Label{}) {}

#ifndef SWIG
    explicit labelObj(mapfile::Label model)
    {
        lift(std::move(model));
    }

private:
    std::vector<Binding> bindings() override;
    void touch_node() noexcept override
    {
        touch();
    }
#endif
};

struct labelLeaderObj : Node<labelLeaderObj, mapfile::Leader>, StyleHolder {
    labelLeaderObj() = default;

#ifndef SWIG
    explicit labelLeaderObj(mapfile::Leader model)
    {
        lift(std::move(model));
    }
#endif
};

} // namespace ms::script
