// SPDX-License-Identifier: MIT
#include "ows/wms/class_groups.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::ows::wms {

std::string class_group_of(mapfile::Layer const& layer, std::string_view style)
{
    auto const found = std::ranges::find_if(layer.classes, [&](mapfile::Class const& class_) {
        return equals_ignoring_case(class_.group, style);
    });
    return found == layer.classes.end() ? std::string{} : found->group;
}

} // namespace ms::ows::wms
