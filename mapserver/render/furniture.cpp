// SPDX-License-Identifier: MIT
#include "render/furniture.hpp"

#include "render/output.hpp"

namespace ms::render {

FurnitureSetting setting_of(mapfile::OutputFormat& format, std::optional<bool> is_transparent)
{
    if (is_transparent) {
        format.transparent = is_transparent;
    }
    return {&canvas_of(format), render::is_transparent(format)};
}

} // namespace ms::render
