// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Visits every style and label of a map.

#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// Calls `visit(style)` for the styles of a class: its own, of its labels and of its leader.
template <typename AnyClass, typename Visit>
void for_each_style_of(AnyClass& klass, Visit visit)
{
    for (auto& style : klass.styles) {
        visit(style);
    }
    for (auto& label : klass.labels) {
        for (auto& style : label.styles) {
            visit(style);
        }
    }
    if (klass.leader) {
        for (auto& style : klass.leader->styles) {
            visit(style);
        }
    }
}

/// Calls `visit(style)` for the styles of all classes of all layers.
template <typename AnyMap, typename Visit>
void for_each_style(AnyMap& map, Visit visit)
{
    for (auto& layer : map.layers) {
        for (auto& klass : layer.classes) {
            for_each_style_of(klass, visit);
        }
    }
}

/// Calls `visit(label)` for the labels of all classes of a layer.
template <typename AnyLayer, typename Visit>
void for_each_label(AnyLayer& layer, Visit visit)
{
    for (auto& klass : layer.classes) {
        for (auto& label : klass.labels) {
            visit(label);
        }
    }
}

} // namespace ms::mapfile
