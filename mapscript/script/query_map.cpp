// SPDX-License-Identifier: MIT
// Maps and layers with their query results, drawn with QUERYMAP.
#include "script/drawing.hpp"
#include "script/image.hpp"
#include "script/results.hpp"
#include "script/selection.hpp"

namespace ms::script {

std::shared_ptr<imageObj> mapObj::drawQuery()
{
    if (querymap.width > 0 && querymap.height > 0) {
        width = querymap.width;
        height = querymap.height;
    }
    render::Overrides overrides;
    overrides.layers = choices_of(*this);
    overrides.results = std::make_shared<render::Selection const>(selection_of(*this));
    return draw_layers(*this, overrides);
}

int layerObj::drawQuery(mapObj& map, imageObj& image)
{
    if (results == nullptr) {
        return draw(map, image);
    }
    auto found = std::make_shared<render::Selection>();
    auto const all = selection_of(map);
    for (auto const& picked : all.layers) {
        if (static_cast<int>(picked.layer) == get_index()) {
            found->layers.push_back(picked);
        }
    }
    draw_layer(*this, map, image, found);
    return MS_SUCCESS;
}

} // namespace ms::script
