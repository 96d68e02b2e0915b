// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// STYLE for scripts, and what CLASS, LABEL and LEADER have in common: a list of them.

#include "mapfile/model/style.hpp"
#include "script/binding.hpp"
#include "script/children.hpp"
#include "script/color.hpp"
#include "script/node.hpp"

#include <memory>

namespace ms::script {

struct mapObj;

struct styleObj final : Node<styleObj, mapfile::Style>,
                        BindingHolder,
                        std::enable_shared_from_this<styleObj> {
    colorObj color, outlinecolor, mincolor, maxcolor;
    int rangeitemindex = 0;
    int sizeunits = -1;

    styleObj() { lift({}); }

    int setSymbolByName(mapObj& map, Text const& symbolname);
    void setGeomTransform(Text const& transform);
    [[nodiscard]] Text getGeomTransform() const { return text_or_null(block.geom_transform); }

#ifndef SWIG
    explicit styleObj(Blank) {}
    auto objects(mapfile::Style& model)
    {
        return std::tuple{
            Row{color, model.color.value}, Row{outlinecolor, model.outline_color.value},
            Row{mincolor, model.range_min_color}, Row{maxcolor, model.range_max_color}};
    }

private:
    std::vector<Binding> bindings() override;
    void touch_node() noexcept override
    {
        touch();
    }
#endif
};

struct StyleHolder {
#ifndef SWIG
    Children<styleObj> styles;

protected:
    ~StyleHolder() = default;
#endif
};

} // namespace ms::script
