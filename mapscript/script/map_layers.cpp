// SPDX-License-Identifier: MIT
// The layers of a map and the order in which they are drawn.
#include "script/map.hpp"

#include <algorithm>

namespace ms::script {

std::shared_ptr<layerObj> mapObj::getLayerByName(Text const& requested) const
{
    auto const found = std::ranges::find_if(layers, [&](auto const& layer) {
        return !requested.is_null() && layer->block.name == requested.str();
    });
    return found == layers.end() ? nullptr : *found;
}

int mapObj::insertLayer(std::shared_ptr<layerObj> layer, int index)
{
    auto const child = layer;
    auto const place = layers.add(std::move(layer), index, "msInsertLayer()");
    for (auto& other : layerorder) {
        other += other >= place ? 1 : 0;
    }
    layerorder.insert(layerorder.begin() + place, place);
    child->parent = weak_from_this();
    return place;
}

std::shared_ptr<layerObj> mapObj::removeLayer(int index)
{
    auto child = layers.remove(index, "msRemoveLayer()");
    std::erase(layerorder, index);
    for (auto& other : layerorder) {
        other -= other > index ? 1 : 0;
    }
    child->parent.reset();
    return child;
}

namespace {

/// Swaps a layer with its neighbour in the drawing order.
int move_in_order(std::vector<int>& order, int layer, int by, char const* routine)
{
    auto const place = std::ranges::find(order, layer);
    auto const target = (place - order.begin()) + by;
    fail_if(place == order.end(), MS_CHILDERR, routine,
            "Cannot move layer " + std::to_string(layer));
    if (target < 0 || target >= std::ssize(order)) {
        return MS_FAILURE; // already the first or the last one
    }
    std::iter_swap(place, order.begin() + target);
    return MS_SUCCESS;
}

} // namespace

int mapObj::moveLayerUp(int layerindex)
{
    return move_in_order(layerorder, layerindex, -1, "msMoveLayerUp()");
}

int mapObj::moveLayerDown(int layerindex)
{
    return move_in_order(layerorder, layerindex, 1, "msMoveLayerDown()");
}

int mapObj::setLayerOrder(std::vector<int> order)
{
    fail_if(!std::ranges::is_permutation(order, layerorder), MS_MISCERR, "setLayerOrder()",
            "The order must name every layer once.");
    layerorder = std::move(order);
    return MS_SUCCESS;
}

} // namespace ms::script
