// SPDX-License-Identifier: MIT
#include "render/surround/furniture.hpp"

#include "render/core/output.hpp"

namespace ms::render {

FurnitureSetting setting_of(mapfile::OutputFormat& format, std::optional<bool> is_transparent)
{
    if (is_transparent) {
        format.transparent = is_transparent;
    }
    // As in MapServer, TRANSPARENT of a legend holds for JPEG, too, which then is black.
    return {&canvas_of(format), is_transparent.value_or(render::is_transparent(format)),
            document_of(format)};
}

std::unique_ptr<paint::Canvas> canvas_for(FurnitureSetting const& setting,
                                          paint::CanvasOptions options)
{
    options.document = setting.document;
    return setting.canvas->make(options);
}

MapImage finished(paint::Canvas& canvas, FurnitureSetting const& setting)
{
    MapImage image;
    if (setting.document.empty()) {
        image.bitmap = canvas.finish();
    } else {
        image.document = canvas.finish_document();
    }
    return image;
}

} // namespace ms::render
