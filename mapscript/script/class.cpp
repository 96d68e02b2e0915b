// SPDX-License-Identifier: MIT
#include "script/class.hpp"

#include "script/constants.hpp"
#include "script/exchange.hpp"

namespace ms::script {

template <typename Way>
void exchange(Way& way, classObj& s, mapfile::Class& block)
{
    way(s.name, block.name);
    way(s.title, block.title);
    way(s.group, block.group);
    way(s.status, block.status);
    way(s.isfallback, block.is_fallback);
    way(s.minscaledenom, block.min_scale_denominator);
    way(s.maxscaledenom, block.max_scale_denominator);
    way(s.minfeaturesize, block.min_feature_size);
    way(s.template_, block.template_path);
    way(s.keyimage, block.key_image);
    way(s.metadata, block.metadata);
    way(s.validation, block.validation);
    way(s.debug, Debug{block.debug});
    way(s.styles, block.styles);
    way(s.labels, block.labels);
    way(s.leader, block.leader);
}

template struct Exchange<classObj>;

std::shared_ptr<labelObj> classObj::getLabel(int i) const
{
    return child_at(labels, i, "getLabel()");
}

int classObj::addLabel(std::shared_ptr<labelObj> label)
{
    node.touch();
    insert_child(labels, std::move(label), -1, "addLabel()");
    return MS_SUCCESS;
}

std::shared_ptr<labelObj> classObj::removeLabel(int index)
{
    node.touch();
    return remove_child(labels, index, "removeLabel()");
}

} // namespace ms::script
