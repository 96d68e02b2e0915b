// SPDX-License-Identifier: MIT
#include "script/class.hpp"

#include "script/constants.hpp"
#include "script/exchange.hpp"
#include "script/layer.hpp"
#include "script/snippet.hpp"

namespace ms::script {

namespace {

template <typename Way>
void exchange(Way& way, classObj& s)
{
    auto& block = s.node.block;
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
}

} // namespace

classObj::classObj() : classObj(mapfile::Class{}) {}

classObj::classObj(mapfile::Class block)
{
    lift(*this, std::move(block));
}

void lift(classObj& klass, mapfile::Class block)
{
    auto& node = klass.node;
    node.block = std::move(block);
    node.touch();
    lift_all(klass.styles, node.block.styles);
    lift_all(klass.labels, node.block.labels);
    klass.leader.reset();
    if (node.block.leader) {
        klass.leader = std::make_shared<labelLeaderObj>();
        lift(*klass.leader, std::move(*node.block.leader));
        node.block.leader.reset();
    }
    Lift way;
    exchange(way, klass);
    klass.debug = std::max(node.block.debug, 0);
}

Version sync(classObj& klass)
{
    Lower way;
    exchange(way, klass);
    if (klass.debug != std::max(klass.node.block.debug, 0)) {
        klass.node.block.debug = klass.debug;
        way.has_changed = true;
    }
    if (way.has_changed) {
        klass.node.touch();
    }
    auto const newest = std::max(sync(static_cast<StyleHolder&>(klass)), sync_all(klass.labels));
    return std::max({klass.node.version, newest, klass.leader ? sync(*klass.leader) : Version{0}});
}

mapfile::Class compose(classObj const& klass)
{
    auto block = klass.node.block;
    block.styles = compose_all(klass.styles);
    block.labels = compose_all(klass.labels);
    if (klass.leader) {
        block.leader = compose(*klass.leader);
    }
    return block;
}

std::shared_ptr<classObj> classObj::clone() const
{
    auto copy = std::make_shared<classObj>(*this);
    copy->node.touch();
    copy->styles = clone_all(styles);
    copy->labels = clone_all(labels);
    if (leader) {
        copy->leader = std::make_shared<labelLeaderObj>(*leader);
        copy->leader->styles = clone_all(leader->styles);
    }
    return copy;
}

int classObj::updateFromString(Text const& snippet)
{
    sync(*this);
    auto block = compose(*this);
    read_snippet(snippet, block, "msUpdateClassFromString()");
    lift(*this, std::move(block));
    return MS_SUCCESS;
}

Text classObj::convertToString()
{
    sync(*this);
    return text_of(compose(*this));
}

int classObj::setExpression(Text const& expression)
{
    node.block.expression = read_expression(expression, "setExpression()");
    node.touch();
    return MS_SUCCESS;
}

Text classObj::getExpressionString() const
{
    return text_of(node.block.expression);
}

int classObj::setText(Text const& text)
{
    node.block.text = read_expression(text, "setText()");
    node.touch();
    return MS_SUCCESS;
}

Text classObj::getTextString() const
{
    return text_of(node.block.text);
}

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

int classObj::get_numlabels() const
{
    return static_cast<int>(labels.size());
}

std::shared_ptr<layerObj> classObj::get_layer() const
{
    return parent.lock();
}

int classObj::get_refcount() const
{
    return static_cast<int>(weak_from_this().use_count());
}

} // namespace ms::script
