// SPDX-License-Identifier: MIT
// Takes parts apart, compares, composes and copies them, by the lists of their objects.
#include "script/convert.hpp"
#include "script/map.hpp"

namespace ms::script {

namespace {

/// Makes the objects of a block; blocks of children are used up.
struct Lift {
    template <typename S, typename M>
    requires(!Part<S>) void operator()(S& script, M&& model) { to_script(script, model); }
    template <Part Child, typename Block>
    void operator()(Children<Child>& children, std::vector<Block>& blocks)
    {
        children.clear();
        for (auto& block : blocks) {
            children.push_back(part_of<Child>(std::move(block)));
        }
        blocks = {};
    }
    template <Part Child, typename Block>
    void operator()(std::shared_ptr<Child>& child, std::optional<Block>& block)
    {
        child = block ? part_of<Child>(*std::exchange(block, {})) : nullptr;
    }
    template <Part Child>
    void operator()(std::shared_ptr<Child>& child, OwnLabel label)
    {
        child = part_of<Child>(std::exchange(label.block, {}));
    }
    template <Part Child, typename Block>
    void operator()(Child& child, std::optional<Block>& block)
    {
        child.lift(std::exchange(block, {}).value_or(Block{}));
    }
    template <Part Child>
    void operator()(Child& child, BlockOf<Child>& block)
    {
        child.lift(std::exchange(block, {}));
    }
};

/// Copies what scripts have changed to the model.
struct Lower {
    bool with_children = true;
    bool has_changed = false;
    Version newest = 0; ///< of the children, or of their lists

    template <typename S, typename M>
    void operator()(S& script, M&& model)
    {
        has_changed |= to_model(script, model);
    }
    template <Part Child, typename Block>
    void operator()(Children<Child>& children, std::vector<Block>&)
    {
        newest = std::max(newest, with_children ? children.sync() : children.version());
    }
    template <Part Child, typename Model>
    void operator()(std::shared_ptr<Child>& child, Model&&)
    {
        newest = std::max(newest, with_children && child ? child->sync() : Version{0});
    }
    template <Part Child, typename Block>
    void operator()(Child& child, Block&)
    {
        newest = std::max(newest, with_children ? child.sync() : Version{0});
    }
};

/// Puts the blocks of the children into that of their parent.
struct Compose {
    template <typename S, typename M>
    requires(!Part<S>) void operator()(S&, M&&) {}
    template <Part Child, typename Block>
    void operator()(Children<Child>& children, std::vector<Block>& blocks)
    {
        blocks = compose_all(children);
    }
    template <Part Child, typename Block>
    void operator()(std::shared_ptr<Child>& child, std::optional<Block>& block)
    {
        block = child ? std::optional{child->compose()} : std::nullopt;
    }
    template <Part Child>
    void operator()(std::shared_ptr<Child>& child, OwnLabel label)
    {
        label.block = child->compose();
        label.is_written |= label.block != mapfile::Label{}; // a script has changed it
    }
    template <Part Child, typename Block>
    void operator()(Child& child, std::optional<Block>& block)
    {
        block = child.is_used() ? std::optional{child.compose()} : std::nullopt;
    }
    template <Part Child>
    void operator()(Child& child, BlockOf<Child>& block)
    {
        block = child.compose();
    }
};

/// Replaces the children that a copy shares with its original.
struct Separate {
    template <typename S, typename M>
    void operator()(S&, M&&)
    {}
    template <Part Child, typename Block>
    void operator()(Children<Child>& children, std::vector<Block>&)
    {
        for (auto& child : children) {
            child = copy_of(*child);
        }
    }
    template <Part Child, typename Model>
    void operator()(std::shared_ptr<Child>& child, Model&&)
    {
        child = child ? copy_of(*child) : nullptr;
    }
};

template <typename Way, Part Object>
void exchange(Way& way, Object& part, BlockOf<Object>& block)
{
    std::apply([&way](auto... row) { (way(row.object, row.place), ...); }, part.objects(block));
}

} // namespace

template <typename Object, typename Model>
void Node<Object, Model>::lift(Model whole)
{
    auto& part = static_cast<Object&>(*this);
    block = std::move(whole);
    written.clear();
    touch();
    Lift way;
    exchange(way, part, block);
    part.complete();
}

template <typename Object, typename Model>
Version Node<Object, Model>::lower(bool with_children)
{
    Lower way{.with_children = with_children};
    exchange(way, static_cast<Object&>(*this), block);
    for (auto const& each : written) {
        if (!each.is_possible) {
            refuse_choice(std::get<int>(each.value));
        }
    }
    if (way.has_changed) {
        touch();
    }
    return std::max(version, way.newest);
}

template <typename Object, typename Model>
Model Node<Object, Model>::compose() const
{
    auto whole = block;
    Compose way;
    // One list for all ways: this one only reads.
    exchange(way, const_cast<Object&>(static_cast<Object const&>(*this)), whole);
    return whole;
}

template <typename Object, typename Model>
void Node<Object, Model>::separate()
{
    touch();
    Separate way;
    exchange(way, static_cast<Object&>(*this), block);
}

template struct Node<classObj, mapfile::Class>;
template struct Node<clusterObj, mapfile::Cluster>;
template struct Node<labelLeaderObj, mapfile::Leader>;
template struct Node<labelObj, mapfile::Label>;
template struct Node<layerObj, mapfile::Layer>;
template struct Node<legendObj, mapfile::Legend>;
template struct Node<mapObj, mapfile::Map>;
template struct Node<outputFormatObj, mapfile::OutputFormat>;
template struct Node<queryMapObj, mapfile::QueryMap>;
template struct Node<referenceMapObj, mapfile::Reference>;
template struct Node<scalebarObj, mapfile::ScaleBar>;
template struct Node<styleObj, mapfile::Style>;
template struct Node<symbolObj, mapfile::Symbol>;
template struct Node<webObj, mapfile::Web>;

} // namespace ms::script
