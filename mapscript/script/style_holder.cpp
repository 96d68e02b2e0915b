// SPDX-License-Identifier: MIT
#include "script/style_holder.hpp"

namespace ms::script {

std::shared_ptr<styleObj> StyleHolder::getStyle(int i) const
{
    return child_at(styles, i, "getStyle()");
}

int StyleHolder::insertStyle(std::shared_ptr<styleObj> style, int index)
{
    styles_version = next_version();
    return insert_child(styles, std::move(style), index, "insertStyle()");
}

std::shared_ptr<styleObj> StyleHolder::removeStyle(int index)
{
    styles_version = next_version();
    return remove_child(styles, index, "removeStyle()");
}

int StyleHolder::moveStyleUp(int index)
{
    styles_version = next_version();
    return move_child(styles, index, -1, "moveStyleUp()");
}

int StyleHolder::moveStyleDown(int index)
{
    styles_version = next_version();
    return move_child(styles, index, 1, "moveStyleDown()");
}

} // namespace ms::script
