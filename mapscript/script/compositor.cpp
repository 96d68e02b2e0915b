// SPDX-License-Identifier: MIT
#include "script/compositor.hpp"

#include "image/composite.hpp"
#include "script/constants.hpp"
#include "script/convert.hpp"
#include "script/error.hpp"

namespace ms::script {

namespace {

constexpr std::size_t longest_chain = 1000;

/// The operators of image::composite() have MapServer's numbers; scripts know no later ones.
constexpr auto last_operator = image::Operator::InvertRgb;

/// The links of a list's items, each with the next one.
template <typename Item, typename LinkOf>
auto chained(std::vector<Item> const& items, LinkOf link_of)
{
    decltype(link_of(items.front())) chain;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        auto first = link_of(*item);
        first->next = std::move(chain);
        chain = std::move(first);
    }
    return chain;
}

/// What the links of a chain stand for.
template <typename Link, typename ItemOf>
auto items_of(std::shared_ptr<Link> const& chain, char const* endless, ItemOf item_of)
{
    std::vector<decltype(item_of(*chain))> items;
    for (auto const* link = chain.get(); link != nullptr; link = link->next.get()) {
        fail_if(items.size() == longest_chain, MS_MISCERR, "LayerCompositer", endless);
        items.push_back(item_of(*link));
    }
    return items;
}

std::shared_ptr<CompositingFilter> filter_of(std::string const& text)
{
    auto link = std::make_shared<CompositingFilter>();
    link->filter = text;
    return link;
}

std::shared_ptr<LayerCompositer> compositer_of(mapfile::Compositor const& block)
{
    auto link = std::make_shared<LayerCompositer>();
    auto const op = image::find_operator(block.comp_op).value_or(image::Operator::SrcOver);
    link->comp_op = op > last_operator ? MS_COMPOP_SRC_OVER : static_cast<int>(op);
    link->opacity = block.opacity;
    link->filter = chained(block.filters, filter_of);
    return link;
}

mapfile::Compositor compositor_of(LayerCompositer const& link)
{
    fail_if(link.comp_op < 0 || link.comp_op > static_cast<int>(last_operator), MS_MISCERR,
            "LayerCompositer", "No such operator: " + std::to_string(link.comp_op));
    mapfile::Compositor compositor;
    compositor.opacity = link.opacity;
    if (link.comp_op != MS_COMPOP_SRC_OVER) {
        compositor.comp_op = image::name_of(static_cast<image::Operator>(link.comp_op));
    }
    compositor.filters =
        items_of(link.filter, "The chain of filters has no end",
                 [](CompositingFilter const& filter) { return filter.filter.str(); });
    return compositor;
}

} // namespace

LayerCompositer::LayerCompositer() : comp_op(MS_COMPOP_SRC_OVER) {}

void to_script(std::shared_ptr<LayerCompositer>& script,
               std::vector<mapfile::Compositor> const& model)
{
    script = chained(model, compositer_of);
}

bool to_model(std::shared_ptr<LayerCompositer> const& script,
              std::vector<mapfile::Compositor>& model)
{
    return assign(model, items_of(script, "The chain of compositers has no end", compositor_of));
}

} // namespace ms::script
