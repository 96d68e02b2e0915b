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

    labelObj() { lift({}); }

#ifndef SWIG
    explicit labelObj(Blank) {}
    auto objects(mapfile::Label& model)
    {
        return std::tuple{Row{color, model.color.value},
                          Row{outlinecolor, model.outline_color.value},
                          Row{shadowcolor, model.shadow_color}, Row{styles, model.styles}};
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
    explicit labelLeaderObj(Blank) {}
    auto objects(mapfile::Leader& model)
    {
        return std::tuple{Row{styles, model.styles}};
    }
#endif
};

} // namespace ms::script
