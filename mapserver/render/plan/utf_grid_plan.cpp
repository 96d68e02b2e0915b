// SPDX-License-Identifier: MIT
#include "render/plan/utf_grid_plan.hpp"

#include "base/error.hpp"
#include "source/wms/server.hpp"
#include "style/binding.hpp"

#include <fmt/format.h>

namespace ms::render {

namespace {

/// MapServer 8.0.0 fails or crashes there.
void require_features(mapfile::Layer const& layer)
{
    if (layer.type == mapfile::LayerType::Raster || layer.type == mapfile::LayerType::Chart ||
        source::wms::is_cascaded(layer)) {
        auto const text =
            fmt::format("layer \"{}\": a UTFGrid is of features, not of {}", layer.name,
                        layer.type == mapfile::LayerType::Chart ? "charts" : "images");
        throw PublicError{ErrorKind::BadMapfile, text, text};
    }
}

} // namespace

void plan_utf_grid(mapfile::Map const& map, VectorStep& step)
{
    auto const& layer = step.layer;
    require_features(layer);
    step.is_style_by_style = false;
    if (!layer.utf_item.empty()) {
        style::add_field(step.query.fields, layer.utf_item);
    }
    if (!layer.utf_data.is_set()) {
        return;
    }
    try {
        style::add_fields(step.query.fields, step.expressions.text(layer.utf_data));
    } catch (Error const& error) {
        throw Error{error.kind(),
                    fmt::format("{}: layer \"{}\": UTFDATA: {}", map.where(layer.utf_data.at),
                                layer.name, error.what())};
    }
}

} // namespace ms::render
