// SPDX-License-Identifier: MIT
#include "script/class.hpp"

#include "script/constants.hpp"
#include "script/exchange.hpp"

namespace ms::script {

template <typename Way>
void exchange(Way& way, classObj& s, mapfile::Class& block)
{
    way(s.metadata, block.metadata);
    way(s.validation, block.validation);
    way(s.styles, block.styles);
    way(s.labels, block.labels);
    way(s.leader, block.leader);
}

template struct Exchange<classObj>;

std::shared_ptr<labelObj> classObj::getLabel(int i) const
{
    return labels.child(i, "getLabel()");
}

int classObj::addLabel(std::shared_ptr<labelObj> label)
{
    labels.add(std::move(label), -1, "addLabel()");
    return MS_SUCCESS;
}

std::shared_ptr<labelObj> classObj::removeLabel(int index)
{
    return labels.remove(index, "removeLabel()");
}

} // namespace ms::script
